# shellcheck shell=sh
# Sourced by bin/cassandra: sizes of the heap, JMX, and what JVM_EXTRA_OPTS adds.
# shellcheck disable=SC2034 # bin/cassandra uses it
half_of_memory() {
  limit=$(cat /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null | grep -E '^[0-9]+$' | head -n 1)
  total=$(awk '/^MemTotal/ { print $2 * 1024 }' /proc/meminfo)
  awk -v limit="${limit:-$total}" -v total="$total" 'BEGIN { least = limit < total ? limit : total; print int(least / 2 ^ 21) "M" }'
}
MAX_HEAP_SIZE=${MAX_HEAP_SIZE:-$(half_of_memory)}
JVM_OPTS="$JVM_OPTS -Xms$MAX_HEAP_SIZE -Xmx$MAX_HEAP_SIZE"
JVM_OPTS="$JVM_OPTS -javaagent:$(ls "$CASSANDRA_HOME"/lib/jamm-*.jar)"
JMX_PORT=${JMX_PORT:-7199}
# Reached from the node itself only, unless LOCAL_JMX says no: that needs a file of passwords.
if [ "${LOCAL_JMX:-yes}" = yes ]; then
  JVM_OPTS="$JVM_OPTS -Dcassandra.jmx.local.port=$JMX_PORT"
else
  JVM_OPTS="$JVM_OPTS -Dcassandra.jmx.remote.port=$JMX_PORT -Dcom.sun.management.jmxremote.authenticate=true \
    -Dcom.sun.management.jmxremote.password.file=$CASSANDRA_CONF/jmxremote.password"
fi
JVM_OPTS="$JVM_OPTS ${JVM_EXTRA_OPTS:-}"
