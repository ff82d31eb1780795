# shellcheck shell=bash
# A node joins a Cassandra cluster under traffic, and serves before it is complete. Sourced by demo.sh.
# shellcheck disable=SC2154,SC2034 # demo.sh sets and uses the variables

project=amoeba-cassandra compose_file=$here/cassandra/compose.yaml
profiles=(cassandra cassandra-join traffic)
images=(amoeba cassandra)
ports=(CASSANDRA_PORT)
services=(cassandra-1 cassandra-2 cassandra-3)
also_needed=(cassandra-4 traffic watch table)
what="four nodes and their traffic need"
smaller="let nodes use less (CASSANDRA_MEMORY=1200m CASSANDRA_HEAP=512M)"
CASSANDRA_PORT=${CASSANDRA_PORT:-9042}
# Enough for some steps of some seconds each.
rows=30000
agent=/opt/cassandra/lib/cassandra-incremental-streaming.jar
agent_options=tokens-per-step=4,rate-mib-per-second=1,on-ineligible=fail

# Four servers start on a small machine: the costly compiler and long waits for other nodes' news are for real clusters.
quick="-XX:TieredStopAtLevel=1 -Dcassandra.ring_delay_ms=10000 -Dcassandra.skip_wait_for_gossip_to_settle=0"

prepare() {
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  export CASSANDRA_PORT CASSANDRA_OPTIONS="-javaagent:$agent=$agent_options $quick ${CASSANDRA_OPTIONS:-}"
}

check_demo() { :; }

run_demo() {
  if [ -n "$(containers)" ]; then
    say "An earlier demo's node has joined already, or was about to"
    remove_everything >/dev/null 2>&1
  fi
  say "Starting three nodes with the agent, one after the other: -javaagent:$agent=$agent_options"
  start_services
  say "Loading $rows rows of 1 kB, each on all three nodes"
  compose run --rm -T --no-deps traffic bench ycsb --contact=cassandra-1 --rows="$rows" --load --duration=0s >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "the rows could not be loaded; above is why."; }
  say "Traffic: 19 reads to 1 update at QUORUM, by Zipf's law; 20 s for a baseline"
  start traffic bench ycsb --contact=cassandra-1 --rows="$rows" --duration=30m --in-flight=4
  start table
  sleep 20
  show_join
  say
  docker exec "$(container cassandra-1)" nodetool status ycsb
  say "Ask its tables yourself: CQL is at 127.0.0.1:$CASSANDRA_PORT."
}

# Service, and words if they are others than its own; in the background.
start() {
  compose run -d --no-deps --name "$COMPOSE_PROJECT_NAME-$1-now" "$@" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "$1 could not be started; above is why."; }
}

show_join() {
  local began held=0
  began=$(date +%s)
  say "Starting the fourth node"
  say
  compose up -d --no-deps cassandra-4 >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "the fourth node could not be started; above is why."; }
  start watch
  lines "$began" 2>/dev/null | docker run --rm -i --network none -m 128m "${image_names[0]}" bench show-join || held=$?
  [ "$held" = 0 ] || broken_join
  remove_started
}

# What traffic, joining node and virtual table say, until nobody reads on.
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
  fail "a claim did not hold, or the join failed: see above, and last what the fourth node logged." \
    "$this down removes everything."
}
