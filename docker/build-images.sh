#!/usr/bin/env bash
# Builds Amoeba (when its sources have changed) and its images: amoeba/amoeba, amoeba/flink,
# amoeba/cassandra, and amoeba/network-faults for experiments; or those that are named. AMOEBA_VERSION is
# their tag (dev). JAVA_BASE, FLINK_BASE, CASSANDRA_IMAGE and DEBIAN_BASE choose bases. Otherwise bases
# made on this machine are used when they are there; --local-bases makes them first, --official-bases
# passes them over. With --packaged, Amoeba itself is taken as it is.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'build-images: %s\n' "$1" >&2; exit 1; }

wanted=found packaged='' images=()
for option in "$@"; do
  case "$option" in
    --local-bases) wanted=local ;;
    --official-bases) wanted=official ;;
    --packaged) packaged=yes ;;
    amoeba | flink | cassandra | network-faults) images+=("$option") ;;
    *) fail "'$option' is no option: use --local-bases, --official-bases, --packaged, amoeba, flink, cassandra or network-faults" ;;
  esac
done
[ ${#images[@]} -gt 0 ] || images=(amoeba flink cassandra network-faults)

[ -n "$packaged" ] || ../amoeba --version >/dev/null
dist=../benchmarks/linear-road/target/dist
[ -d "$dist/lib" ] || fail "there is no $dist/lib: run 'mvn -DskipTests package' first"

local_bases_are_there() {
  docker image inspect "$(sed -n 's/^FLINK_BASE=//p' local-bases/images.env)" >/dev/null 2>&1
}

chosen=${JAVA_BASE:-}${FLINK_BASE:-}${CASSANDRA_IMAGE:-}${DEBIAN_BASE:-}
if [ "$wanted" = found ] && [ -z "$chosen" ] && local_bases_are_there; then
  wanted=local
fi
if [ "$wanted" = local ]; then
  # Only those are made that are missing, or whose sources have changed.
  ./build-local-bases.sh
  . local-bases/images.env
  # Local bases come with engines that have nothing newer.
  export DOCKER_BUILDKIT=${DOCKER_BUILDKIT:-0}
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Name, context, base.
build() {
  local image=amoeba/$1:${AMOEBA_VERSION:-dev}
  printf '  %s\n' "$image" >&2
  docker build ${3:+--build-arg BASE="$3"} -f "$1/Dockerfile" -t "$image" "$2" > "$log" 2>&1 && return
  tail -n 20 "$log" >&2
  fail "$image could not be built. Without access to an image registry, run docker/build-local-bases.sh first."
}

for image in "${images[@]}"; do
  case "$image" in
    amoeba) build amoeba "$dist" "${JAVA_BASE:-}" ;;
    flink) build flink "$dist" "${FLINK_BASE:-}" ;;
    cassandra)
      mkdir -p "$dist/cassandra-lib"
      build cassandra "$dist/cassandra-lib" "${CASSANDRA_IMAGE:-}" ;;
    network-faults) build network-faults network-faults "${DEBIAN_BASE:-}" ;;
  esac
done
