# shellcheck shell=bash
# Linear Road before and after alignment. Sourced by demo.sh.
# shellcheck disable=SC2154,SC2034 # demo.sh sets and uses the variables

project=amoeba compose_file=$here/compose.yaml
profiles=(linear-road more-nodes monitoring)
images=(amoeba lab flink)
ports=(AMOEBA_PORT FLINK_PORT)
also_needed=(linear-road)
AMOEBA_PORT=${AMOEBA_PORT:-7070} FLINK_PORT=${FLINK_PORT:-8081}
GRAFANA_PORT=${GRAFANA_PORT:-3000} PROMETHEUS_PORT=${PROMETHEUS_PORT:-9090}

prepare() {
  local node
  what="$nodes nodes need" smaller="use fewer nodes (--nodes 1 … 8)"
  [ -z "$monitoring" ] || ports+=(GRAFANA_PORT PROMETHEUS_PORT)
  services=(kafka jobmanager redis-cluster coordinator)
  for ((node = 1; node <= nodes; node++)); do
    services+=("node-$node" "redis-$node" "taskmanager-$node")
  done
  export NODES=$nodes DURATION=$duration AMOEBA_PORT FLINK_PORT GRAFANA_PORT PROMETHEUS_PORT
  [ -n "$monitoring" ] || return 0
  services+=(prometheus)
  if [ -n "$local_bases" ] && [ -z "${GRAFANA_IMAGE:-}" ]; then
    grafana_note="Grafana is not started: it has no local base. GRAFANA_IMAGE can name an image of it."
  else
    services+=(grafana)
  fi
}

check_demo() {
  check_same_nodes
  check_readable "$here"/{redis-cluster.sh,amoeba,prometheus,grafana}
}

# A Redis Cluster keeps its number of nodes.
check_same_nodes() {
  local running
  [ -n "$engine" ] || return 0
  running=$(containers | grep -c '^redis-[0-9] ') || true
  if [ "$running" -gt 0 ] && [ "$running" != "$nodes" ]; then
    problem "The demo is there already, with $running nodes." "Use --nodes $running, or remove it: $this down"
  fi
}

run_demo() {
  say "Starting the services for --nodes $nodes"
  start_services
  show_addresses
  say
  run_linear_road
}

# Method, path of Flink's REST interface.
flink() (
  exec 3<>"/dev/tcp/127.0.0.1/$FLINK_PORT"
  printf '%s %s HTTP/1.1\r\nHost: jobmanager\r\nConnection: close\r\nContent-Length: 0\r\n\r\n' "$1" "$2" >&3
  cat <&3
)

# An interrupted run may have left its job.
end_jobs() {
  local job jobs end=$((SECONDS + 30))
  while ((SECONDS < end)); do
    jobs=$(flink GET /jobs | grep -oE '"id":"[0-9a-f]+","status":"(CREATED|INITIALIZING|RUNNING|RESTARTING)"' | cut -d '"' -f 4) ||
      return 0
    for job in $jobs; do flink PATCH "/jobs/$job?mode=cancel" >/dev/null; done
    sleep 1
  done
}

run_linear_road() {
  local name held=0 jobmanager
  jobmanager=$(container jobmanager)
  docker exec "$jobmanager" rm -f /runs/linear-road.json /runs/linear-road.html
  end_jobs
  compose run --rm -T linear-road || held=$?
  say
  for name in linear-road.html:linear-road-report.html linear-road.json:linear-road.json; do
    if docker cp "$jobmanager:/runs/${name%:*}" "$out/${name#*:}" >/dev/null 2>&1; then
      say "$(cd "$out" && pwd)/${name#*:}"
    else
      held=1
    fi
  done
  show_addresses
  [ "$held" = 0 ] || fail "a claim did not hold, or the run failed: see above."
}

show_addresses() {
  say "Coordinator's page  http://127.0.0.1:$AMOEBA_PORT"
  say "Flink's page        http://127.0.0.1:$FLINK_PORT"
  [ -z "$monitoring" ] || say "Prometheus          http://127.0.0.1:$PROMETHEUS_PORT"
  [[ " ${services[*]} " != *' grafana '* ]] || say "Grafana             http://127.0.0.1:$GRAFANA_PORT"
  [ -z "${grafana_note:-}" ] || say "$grafana_note"
}
