#!/bin/sh
# Starts a JobManager or a TaskManager in the foreground. FLINK_PROPERTIES holds lines "key: value".
set -eu
home=${FLINK_HOME:-/opt/flink}
export FLINK_CONF_DIR="$home/conf" FLINK_PLUGINS_DIR="$home/plugins"
[ -z "${FLINK_PROPERTIES:-}" ] || printf '%s\n' "$FLINK_PROPERTIES" > "$home/conf/config.yaml"

opens="--add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED \
--add-opens=java.base/java.net=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
--add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.text=ALL-UNNAMED \
--add-opens=java.base/java.time=ALL-UNNAMED --add-opens=java.base/java.lang.reflect=ALL-UNNAMED \
--add-opens=java.base/java.util.concurrent=ALL-UNNAMED --add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED \
--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
logging="-Dorg.slf4j.simpleLogger.showDateTime=true -Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS"

property() {
  sed -n "s/^$1: *//p" "$home/conf/config.yaml" | sed 's/^"\(.*\)"$/\1/' | tail -n 1
}

# Prints two lines: flags of the JVM, then -D settings that a start script has to add.
sizes() {
  java -cp "$home/bin:$home/lib/*" ProcessSizes "$1" "$FLINK_CONF_DIR"
}

start() {
  main=$1
  all=$(property env.java.opts.all)
  own=$(property "env.java.opts.$2")
  computed=$(sizes "$2")
  flags=$(printf '%s\n' "$computed" | sed -n 's/^FLAGS //p')
  settings=$(printf '%s\n' "$computed" | sed -n 's/^SETTINGS //p')
  shift 2
  # shellcheck disable=SC2086 # each holds several words
  exec java $flags $opens $logging $all $own -cp "$home/lib/*" "$main" --configDir "$FLINK_CONF_DIR" $settings "$@"
}

case "${1:-help}" in
  jobmanager)
    shift
    start org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint jobmanager "$@"
    ;;
  taskmanager)
    shift
    start org.apache.flink.runtime.taskexecutor.TaskManagerRunner taskmanager "$@"
    ;;
  help)
    echo "Usage: docker-entrypoint.sh jobmanager|taskmanager"
    ;;
  *) exec "$@" ;;
esac
