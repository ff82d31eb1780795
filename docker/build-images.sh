#!/usr/bin/env bash
# Builds Amoeba (when its sources have changed) and its images amoeba/amoeba and amoeba/flink. With
# --local-bases they stand on bases made on this machine instead of on official ones.
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'build-images: %s\n' "$1" >&2; exit 1; }

java_base= flink_base=
case "${1:-}" in
  '') ;;
  --local-bases)
    # shellcheck source=local-bases/images.env
    . local-bases/images.env
    java_base=$JAVA_BASE flink_base=$FLINK_BASE
    ;;
  *) fail "'$1' is no option: use --local-bases, or none" ;;
esac

../amoeba --version >/dev/null
[ -z "$java_base" ] || ./build-local-bases.sh

dist=../benchmarks/linear-road/target/dist
log=$(mktemp)
trap 'rm -f "$log"' EXIT

build() {
  printf '  %s\n' "$1" >&2
  docker build ${3:+--build-arg BASE="$3"} -f "$2" -t "$1" "$dist" > "$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "$1 could not be built"; }
}

build amoeba/amoeba:dev amoeba/Dockerfile "$java_base"
build amoeba/flink:dev flink/Dockerfile "$flink_base"
