#!/bin/sh
# Starts a JobManager or a TaskManager in the foreground. FLINK_PROPERTIES holds lines "key: value", which
# replace lines of config.yaml. As in the official image, values lose their blanks, and ${NAME} stands for
# a variable of the environment.
set -eu
home=${FLINK_HOME:-/opt/flink}
export FLINK_CONF_DIR="$home/conf" FLINK_PLUGINS_DIR="$home/plugins"

merge() {
  awk '
    { gsub(/[ \t\r]/, ""); colon = index($0, ":") }
    colon == 0 { next }
    { key = substr($0, 1, colon - 1); value = substr($0, colon + 1) }
    { while (match(value, /\$\{[A-Za-z_0-9]+\}/))
        value = substr(value, 1, RSTART - 1) ENVIRON[substr(value, RSTART + 2, RLENGTH - 3)] substr(value, RSTART + RLENGTH)
      values[key] = value }
    END { for (key in values) print key ": " values[key] }'
}
merged=$({ cat "$FLINK_CONF_DIR/config.yaml"; printf '%s\n' "${FLINK_PROPERTIES:-}"; } | merge)
printf '%s\n' "$merged" > "$FLINK_CONF_DIR/config.yaml"

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
