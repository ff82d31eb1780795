#!/usr/bin/env bash
# Builds Amoeba (when its sources have changed) and its images: amoeba/amoeba, amoeba/flink, and
# amoeba/network-faults for experiments. Bases made on this machine are used when they are there;
# --local-bases makes them first, --official-bases passes them over. With --packaged, Amoeba itself is
# taken as it is.
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'build-images: %s\n' "$1" >&2; exit 1; }

wanted=found packaged=
for option in "$@"; do
  case "$option" in
    --local-bases) wanted=local ;;
    --official-bases) wanted=official ;;
    --packaged) packaged=yes ;;
    *) fail "'$option' is no option: use --local-bases, --official-bases or --packaged" ;;
  esac
done

[ -n "$packaged" ] || ../amoeba --version >/dev/null
dist=../benchmarks/linear-road/target/dist
[ -d "$dist/lib" ] || fail "there is no $dist/lib: run 'mvn -DskipTests package' first"
[ "$wanted" != local ] || ./build-local-bases.sh

JAVA_BASE='' FLINK_BASE='' DEBIAN_BASE=''
if [ "$wanted" != official ] && docker image inspect amoeba-base/flink:2.3.0-java17 >/dev/null 2>&1; then
  # shellcheck source=local-bases/images.env
  . local-bases/images.env
  # Local bases come with engines that have nothing newer.
  export DOCKER_BUILDKIT=${DOCKER_BUILDKIT:-0}
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

build() {
  printf '  %s\n' "$1" >&2
  docker build ${4:+--build-arg BASE="$4"} -f "$2" -t "$1" "$3" > "$log" 2>&1 && return
  tail -n 20 "$log" >&2
  fail "$1 could not be built. Without access to an image registry, run docker/build-local-bases.sh first."
}

build amoeba/amoeba:dev amoeba/Dockerfile "$dist" "$JAVA_BASE"
build amoeba/flink:dev flink/Dockerfile "$dist" "$FLINK_BASE"
build amoeba/network-faults:dev network-faults/Dockerfile network-faults "$DEBIAN_BASE"
