#!/usr/bin/env bash
# Makes stand-ins for the official base images from Debian's packages and Maven's artifacts, with the
# same file layout, users and entry points: for machines that reach no image registry. Needs root, for
# debootstrap. Prints nothing but progress; what exists is not made again unless --force is given.
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'build-local-bases: %s\n' "$1" >&2; exit 1; }

force=
case "${1:-}" in
  '') ;;
  --force) force=yes ;;
  *) fail "'$1' is no option: use --force, or none" ;;
esac

dist=../benchmarks/linear-road/target/dist
for folder in flink-2.3 kafka; do
  [ -d "$dist/$folder" ] || fail "there is no $dist/$folder: run 'mvn -DskipTests package' first"
done
for tool in docker debootstrap javac mvn; do
  command -v "$tool" >/dev/null || fail "$tool is missing: install it and run again"
done
[ "$(id -u)" = 0 ] || fail "debootstrap needs root: run as root"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A build needs no more than the classic builder, which old engines have, too.
export DOCKER_BUILDKIT=0

exists() { [ -z "$force" ] && docker image inspect "$1" >/dev/null 2>&1; }

build() {
  printf '  %s\n' "$1" >&2
  docker build --build-arg BASE="$2" -t "$1" "$3" > "$work/build.log" 2>&1 ||
    { tail -n 20 "$work/build.log" >&2; fail "$1 could not be built"; }
}

debian=amoeba-base/debian:bookworm-slim
if ! exists "$debian"; then
  printf '  %s\n' "$debian" >&2
  debootstrap --variant=minbase bookworm "$work/root" > "$work/debootstrap.log" 2>&1 ||
    { tail -n 5 "$work/debootstrap.log" >&2; fail "debootstrap failed"; }
  rm -rf "$work/root"/var/cache/apt/archives/*.deb "$work/root"/var/lib/apt/lists/* \
    "$work/root"/usr/share/{doc,info,locale}/* "$work/root"/usr/share/man/man*/* "$work/root"/var/log/*
  # As Debian's own slim image does, so that packages bring no manuals either.
  printf 'path-exclude /usr/share/%s/*\n' doc info locale man/man1 > "$work/root/etc/dpkg/dpkg.cfg.d/slim"
  tar -C "$work/root" -c . | docker import - "$debian" >/dev/null
fi

exists amoeba-base/eclipse-temurin:17-jre || build amoeba-base/eclipse-temurin:17-jre "$debian" local-bases/java
exists amoeba-base/redis:7.0 || build amoeba-base/redis:7.0 "$debian" local-bases/redis
exists amoeba-base/prometheus:2 || build amoeba-base/prometheus:2 "$debian" local-bases/prometheus

if ! exists amoeba-base/flink:2.3.0-java17; then
  context=$work/flink
  mkdir -p "$context/lib" "$context/bin" "$context/plugins/metrics-prometheus"
  cp local-bases/flink/Dockerfile local-bases/flink/docker-entrypoint.sh "$context"
  cp "$dist"/flink-2.3/*.jar "$context/lib"
  version=$(basename "$dist"/flink-2.3/flink-core-[0-9]*.jar .jar)
  mvn -B -q -f ../pom.xml -N dependency:copy -DoutputDirectory="$context/plugins/metrics-prometheus" \
    -Dartifact="org.apache.flink:flink-metrics-prometheus:${version#flink-core-}"
  javac --release 17 -d "$context/bin" -cp "$dist/flink-2.3/*" local-bases/flink/ProcessSizes.java
  build amoeba-base/flink:2.3.0-java17 amoeba-base/eclipse-temurin:17-jre "$context"
fi

if ! exists amoeba-base/kafka:4.2.1; then
  context=$work/kafka
  mkdir -p "$context/libs"
  cp local-bases/kafka/Dockerfile local-bases/kafka/run "$context"
  cp "$dist"/kafka/*.jar "$context/libs"
  build amoeba-base/kafka:4.2.1 amoeba-base/eclipse-temurin:17-jre "$context"
fi
