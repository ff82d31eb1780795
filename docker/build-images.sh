#!/usr/bin/env bash
# Builds Amoeba's images: amoeba/amoeba (the coordinator), amoeba/flink, amoeba/cassandra, and for benchmarks
# amoeba/lab and amoeba/network-faults; or those that are named. In a checkout it builds Amoeba first when its
# sources have changed, unless --packaged is given. AMOEBA_VERSION is the images' tag (dev). JAVA_BASE, FLINK_BASE,
# CASSANDRA_IMAGE and DEBIAN_BASE choose bases. Otherwise bases made on this machine are used when they are there;
# --local-bases makes them first, --official-bases ignores them.
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
    amoeba | lab | flink | cassandra | network-faults) images+=("$option") ;;
    *) fail "'$option' is no option: use --local-bases, --official-bases, --packaged, amoeba, lab, flink, cassandra or network-faults" ;;
  esac
done
[ ${#images[@]} -gt 0 ] || images=(amoeba lab flink cassandra network-faults)

# In a checkout the distribution is what Maven makes; in an unpacked archive it is the folder above.
dist=..
if [ -f ../distribution/pom.xml ]; then
  [ -n "$packaged" ] || ../amoeba --version >/dev/null
  dist=../distribution/target/amoeba
  [ -d "$dist/lib" ] || fail "there is no $dist/lib: run 'mvn -DskipTests package' first"
fi

local_bases_are_there() {
  docker image inspect "$(sed -n 's/^FLINK_BASE=//p' local-bases/images.env)" >/dev/null 2>&1
}

chosen=${JAVA_BASE:-}${FLINK_BASE:-}${CASSANDRA_IMAGE:-}${DEBIAN_BASE:-}
if [ "$wanted" = found ] && [ -z "$chosen" ] && local_bases_are_there; then
  wanted=local
fi
if [ "$wanted" = local ]; then
  # Those are made that are missing, or whose sources have changed. An archive can only use what is there.
  [ "$dist" = .. ] || ./build-local-bases.sh
  local_bases_are_there || fail "the local bases are not on this machine; docker/build-local-bases.sh of a checkout makes them"
  . local-bases/images.env
  # Local bases come with engines that have nothing newer.
  export DOCKER_BUILDKIT=${DOCKER_BUILDKIT:-0}
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Name, folder of the Dockerfile, context, base, target.
build() {
  local image=amoeba/$1:${AMOEBA_VERSION:-dev}
  printf '  %s\n' "$image" >&2
  docker build ${4:+--build-arg BASE="$4"} ${5:+--target "$5"} -f "$2/Dockerfile" -t "$image" "$3" > "$log" 2>&1 && return
  tail -n 20 "$log" >&2
  fail "$image could not be built. Without access to an image registry, run docker/build-local-bases.sh first."
}

for image in "${images[@]}"; do
  case "$image" in
    amoeba) build amoeba amoeba "$dist" "${JAVA_BASE:-}" coordinator ;;
    lab) build lab amoeba "$dist" "${JAVA_BASE:-}" lab ;;
    flink) build flink flink "$dist" "${FLINK_BASE:-}" ;;
    cassandra) build cassandra cassandra "$dist/cassandra-lib" "${CASSANDRA_IMAGE:-}" ;;
    network-faults) build network-faults network-faults network-faults "${DEBIAN_BASE:-}" ;;
  esac
done
