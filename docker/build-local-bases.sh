#!/usr/bin/env bash
# Makes stand-ins for the official base images from Debian's packages and Maven's artifacts, with the
# same file layout, users and entry points: for machines that reach no image registry. Needs root, for
# debootstrap. Prints nothing but progress. An image is made again when its files here have changed, or
# with --force. images.env has the names.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=local-bases/images.env
. local-bases/images.env

fail() { printf 'build-local-bases: %s\n' "$1" >&2; exit 1; }

force=
case "${1:-}" in
  '') ;;
  --force) force=yes ;;
  *) fail "'$1' is no option: use --force, or none" ;;
esac

runtimes=../testbed/runtimes
[ -d "$runtimes" ] || fail "base images are made of a checkout's Maven artifacts, and $PWD is not in a checkout"
for server in flink-2.3 kafka cassandra-5.0; do
  folder=$runtimes/$server/target/lib
  [ -d "$folder" ] || fail "there is no $folder: run 'mvn -DskipTests package' first"
done
need() { command -v "$1" >/dev/null || fail "$1 is missing: install it and run again"; }
need docker

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A build needs no more than the classic builder, which old engines have, too.
export DOCKER_BUILDKIT=0

# Image, folder of its sources below local-bases.
sources() { cat "local-bases/$1"/* | sha256sum | cut -d ' ' -f 1; }
current() {
  [ -z "$force" ] &&
    [ "$(docker image inspect -f '{{index .Config.Labels "amoeba.sources"}}' "$1" 2>/dev/null)" = "$(sources "$2")" ]
}

# Image, base, folder of its sources, context if it is another one.
build() {
  printf '  %s\n' "$1" >&2
  docker build --build-arg BASE="$2" --label amoeba.sources="$(sources "$3")" -t "$1" "${4:-local-bases/$3}" \
    > "$work/build.log" 2>&1 || { tail -n 20 "$work/build.log" >&2; fail "$1 could not be built"; }
}

if [ -n "$force" ] || ! docker image inspect "$DEBIAN_BASE" >/dev/null 2>&1; then
  need debootstrap
  [ "$(id -u)" = 0 ] || fail "debootstrap needs root: run as root"
  printf '  %s\n' "$DEBIAN_BASE" >&2
  debootstrap --variant=minbase bookworm "$work/root" > "$work/debootstrap.log" 2>&1 ||
    { tail -n 5 "$work/debootstrap.log" >&2; fail "debootstrap failed"; }
  rm -rf "$work/root"/var/cache/apt/archives/*.deb "$work/root"/var/lib/apt/lists/* \
    "$work/root"/usr/share/{doc,info,locale}/* "$work/root"/usr/share/man/man*/* "$work/root"/var/log/*
  # As Debian's own slim image does, so that packages bring no manuals either.
  printf 'path-exclude /usr/share/%s/*\n' doc info locale man/man1 > "$work/root/etc/dpkg/dpkg.cfg.d/slim"
  tar -C "$work/root" -c . | docker import - "$DEBIAN_BASE" >/dev/null
fi

current "$JAVA_BASE" java || build "$JAVA_BASE" "$DEBIAN_BASE" java
current "$REDIS_IMAGE" redis || build "$REDIS_IMAGE" "$DEBIAN_BASE" redis
current "$PROMETHEUS_IMAGE" prometheus || build "$PROMETHEUS_IMAGE" "$DEBIAN_BASE" prometheus

if ! current "$FLINK_BASE" flink; then
  need javac
  need mvn
  context=$work/flink
  mkdir -p "$context/lib" "$context/bin" "$context/plugins/metrics-prometheus"
  cp local-bases/flink/{Dockerfile,docker-entrypoint.sh,config.yaml} "$context"
  cp "$runtimes"/flink-2.3/target/lib/*.jar "$context/lib"
  version=$(basename "$runtimes"/flink-2.3/target/lib/flink-core-[0-9]*.jar .jar)
  mvn -B -q -f ../pom.xml -N dependency:copy -DoutputDirectory="$context/plugins/metrics-prometheus" \
    -Dartifact="org.apache.flink:flink-metrics-prometheus:${version#flink-core-}"
  javac --release 17 -d "$context/bin" -cp "$runtimes/flink-2.3/target/lib/*" local-bases/flink/ProcessSizes.java
  build "$FLINK_BASE" "$JAVA_BASE" flink "$context"
fi

if ! current "$KAFKA_IMAGE" kafka; then
  context=$work/kafka
  mkdir -p "$context/libs"
  cp local-bases/kafka/Dockerfile local-bases/kafka/run "$context"
  cp "$runtimes"/kafka/target/lib/*.jar "$context/libs"
  build "$KAFKA_IMAGE" "$JAVA_BASE" kafka "$context"
fi

if ! current "$CASSANDRA_IMAGE" cassandra; then
  context=$work/cassandra
  mkdir -p "$context/lib"
  cp local-bases/cassandra/* "$context"
  cp "$runtimes"/cassandra-5.0/target/lib/*.jar "$context/lib"
  build "$CASSANDRA_IMAGE" "$JAVA_BASE" cassandra "$context"
fi
