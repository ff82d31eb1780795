# shellcheck shell=bash
# Reads move to a replica that read hints have kept warm; an interactive client asks beside a batch job, without and with
# marked requests; then a node joins under traffic, and serves before it is complete. Sourced by demo.sh.
# shellcheck disable=SC2154,SC2034 # demo.sh sets and uses the variables

project=amoeba-cassandra compose_file=$here/cassandra/compose.yaml
profiles=(cassandra cassandra-join traffic)
images=(lab cassandra)
ports=(CASSANDRA_PORT)
services=(cassandra-1 cassandra-2 cassandra-3)
also_needed=(cassandra-4 traffic watch table)
what="four nodes and their traffic need"
smaller="let nodes use less (CASSANDRA_MEMORY=1200m CASSANDRA_HEAP=512M)"
CASSANDRA_PORT=${CASSANDRA_PORT:-9042}
# Enough for some steps of some seconds each.
rows=30000
lib=/opt/cassandra/lib
join_agent=-javaagent:$lib/cassandra-incremental-streaming.jar=tokens-per-step=4,pace=1MiB/s,on-ineligible=fail
# Clients and servers share this machine, and clients ask as fast as they can: hints are applied all the same.
hints_agent=-javaagent:$lib/read-hints-agent.jar=load-shedding=off
priority_agent=-javaagent:$lib/request-priority-agent.jar
no_hints=-javaagent:$lib/read-hints-agent.jar=load-shedding=off,apply-percent=0

# Four servers start on a small machine: the costly compiler and long waits for other nodes' news are for real clusters.
quick="-XX:TieredStopAtLevel=1 -Dcassandra.ring_delay_ms=10000 -Dcassandra.skip_wait_for_gossip_to_settle=0"
# Cassandra 5 has no chunk cache by default. A coordinator reads its own replica: the dynamic snitch would send its reads
# to another one that is a millisecond faster, and then no cache of its own warms up.
settings="-Dcassandra.config.allow_system_properties=true -Dcassandra.settings.file_cache_enabled=true"
settings+=" -Dcassandra.settings.dynamic_snitch=false"

prepare() {
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  export CASSANDRA_PORT CASSANDRA_OPTIONS="$join_agent $priority_agent $quick $settings ${CASSANDRA_OPTIONS:-}"
  export CASSANDRA_1_OPTIONS="$hints_agent ${CASSANDRA_1_OPTIONS:-}" CASSANDRA_2_OPTIONS="$hints_agent ${CASSANDRA_2_OPTIONS:-}"
  export CASSANDRA_3_OPTIONS="$no_hints ${CASSANDRA_3_OPTIONS:-}" CASSANDRA_4_OPTIONS="$hints_agent ${CASSANDRA_4_OPTIONS:-}"
}

check_demo() { :; }

run_demo() {
  if [ -n "$(containers)" ]; then
    say "The fourth node of an earlier demo has already joined, or is joining"
    remove_everything >/dev/null 2>&1
  fi
  say "Starting three nodes, one at a time, with $join_agent"
  say "  and $hints_agent; cassandra-3 applies no hints"
  start_services
  say "Loading $rows rows of 1 kB, each on all three nodes"
  compose run --rm -T --no-deps traffic bench traffic --contact=cassandra-1 --rows="$rows" --load --duration=0s >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "the rows could not be loaded; above is why."; }
  show_reads
  say
  show_priority
  say
  say "Traffic: 19 reads to 1 update at QUORUM, by Zipf's law; 20 s for a baseline"
  start traffic bench traffic --contact=cassandra-1 --rows="$rows" --duration=30m --in-flight=4
  start table
  sleep 20
  show_join
  say
  docker exec "$(container cassandra-1)" nodetool status bench
  say "Query its tables: CQL is at 127.0.0.1:$CASSANDRA_PORT."
}

# Service, and words if they are others than its own; in the background.
start() {
  compose run -d --no-deps --name "$COMPOSE_PROJECT_NAME-$1-now" "$@" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "$1 could not be started; above is why."; }
}

# All rows are on all three nodes, in files that have not been read yet.
show_reads() {
  local node held=0
  for node in 1 2 3; do
    docker exec "$(container "cassandra-$node")" nodetool flush >"$log" 2>&1 ||
      { tail -n 20 "$log" >&2; fail "cassandra-$node could not write its rows to files; above is why."; }
    start "watch-$node"
  done
  say "Reads at ONE move from cassandra-1 to cassandra-2, which applies read hints, and then to cassandra-3, which does not"
  say
  reads 2>"$log" | docker run --rm -i --network none -m 128m "${image_names[0]}" bench demo reads || held=$?
  remove_started
  [ "$held" = 0 ] || { tail -n 5 "$log" >&2; fail "a claim did not hold: see above." "$this down removes everything."; }
}

# What traffic and nodes say, until all reads are made.
reads() {
  local node
  for node in 1 2 3; do
    docker logs -f "$COMPOSE_PROJECT_NAME-watch-$node-now" | sed -u "s/^/cassandra-$node /" &
  done
  for node in 2 3; do
    echo "asks cassandra-1 cassandra-$node"
    compose run --rm -T --no-deps traffic bench traffic --contact=cassandra-1 --alone --consistency=ONE --workload=C \
      --distribution=uniform --rows="$rows" --in-flight=4 --move-to="cassandra-$node" --move-after=20s --duration=30s
  done
  echo end
  wait
}

# One request at a time beside as many as the node takes.
show_priority() {
  local held=0
  say "An interactive client and a batch job ask cassandra-1, which has $priority_agent; first without and then with marks"
  say
  priorities 2>"$log" | docker run --rm -i --network none -m 128m "${image_names[0]}" bench demo priority || held=$?
  [ "$held" = 0 ] || { tail -n 5 "$log" >&2; fail "a claim did not hold: see above." "$this down removes everything."; }
}

# What both say. The job begins earlier than the client, and ends later.
priorities() {
  local marks of_job of_client
  for marks in unmarked marked; do
    of_job=normal of_client=normal
    [ "$marks" = unmarked ] || of_job=low of_client=high
    echo "requests $marks"
    ask_first --in-flight=32 --duration=45s --priority="$of_job" | sed -u "s/^/batch /" &
    sleep 10
    ask_first --in-flight=1 --duration=25s --priority="$of_client"
    wait
  done
  echo end
}

# Traffic on cassandra-1 alone.
ask_first() {
  compose run --rm -T --no-deps traffic bench traffic --contact=cassandra-1 --alone --consistency=ONE --rows="$rows" "$@"
}

show_join() {
  local began held=0
  began=$(date +%s)
  say "Starting the fourth node"
  say
  compose up -d --no-deps cassandra-4 >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "the fourth node could not be started; above is why."; }
  start watch
  lines "$began" 2>/dev/null | docker run --rm -i --network none -m 128m "${image_names[0]}" bench demo join || held=$?
  [ "$held" = 0 ] || broken_join
  remove_started
}

# Output of the traffic, the joining node and the virtual table, until the reader ends.
lines() {
  local service
  echo "started $1"
  for service in traffic table watch; do
    docker logs -f "$COMPOSE_PROJECT_NAME-$service-now" &
  done
  wait
}

broken_join() {
  remove_started
  docker logs --tail 400 "$(docker ps -aq --filter "$of_project" --filter label=com.docker.compose.service=cassandra-4)" 2>&1 |
    grep -E 'ERROR|WARN|ncremental' | tail -n 12 >&2 || true
  fail "a claim did not hold, or the join failed: see above, and at the end the log of the fourth node." \
    "$this down removes everything."
}
