#!/usr/bin/env bash
# Linear Road on containers: checks the machine, builds images, starts a cluster, runs the benchmark and shows what
# alignment changed. README.md beside this file says more.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail

usage() {
  cat <<'END'
Usage: docker/demo.sh [OPTION...]     run Linear Road on containers, before and after alignment
       docker/demo.sh down [--images] remove the demo's containers, networks and volumes (and images)

  --nodes N        nodes, each a Flink TaskManager and a Redis primary: 1 to 8 (3)
  --duration TIME  length of the run, such as 90s or 5m (120s)
  --out FOLDER     where linear-road-report.html and linear-road.json go (the current folder)
  --local-bases    make base images on this machine instead of pulling official ones
  --monitoring     start Prometheus and Grafana, too
  --help           this text

Ports on this machine: AMOEBA_PORT 7070, FLINK_PORT 8081; with --monitoring GRAFANA_PORT 3000, PROMETHEUS_PORT 9090.
Exit code: 0 all claims held; 1 one did not, or something failed; 2 wrong command line.
END
}

fail() {
  printf 'demo: %s\n' "$1" >&2
  [ $# -eq 1 ] || printf '    %s\n' "${@:2}" >&2
  exit 1
}
wrong() { printf 'demo: %s\nTry docker/demo.sh --help\n' "$1" >&2; exit 2; }
say() { printf '%s\n' "$*"; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034 # checks.sh uses engine
command=run nodes=3 duration=120s out=. local_bases='' monitoring='' images=''
compose_command=() engine='' problems=()
export COMPOSE_PROJECT_NAME=${COMPOSE_PROJECT_NAME:-amoeba}
of_project=label=com.docker.compose.project=$COMPOSE_PROJECT_NAME
AMOEBA_PORT=${AMOEBA_PORT:-7070} FLINK_PORT=${FLINK_PORT:-8081}
GRAFANA_PORT=${GRAFANA_PORT:-3000} PROMETHEUS_PORT=${PROMETHEUS_PORT:-9090}
amoeba_image=amoeba/amoeba:${AMOEBA_VERSION:-dev} flink_image=amoeba/flink:${AMOEBA_VERSION:-dev}
# shellcheck source=checks.sh
. "$here/checks.sh"

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      down) command=down ;;
      --images) images=yes ;;
      --local-bases) local_bases=local ;;
      --monitoring) monitoring=yes ;;
      --help | -h) usage; exit 0 ;;
      --nodes | --duration | --out)
        [ $# -gt 1 ] || wrong "$1 needs a value"
        printf -v "${1#--}" '%s' "$2"
        shift ;;
      *) wrong "'$1' is no option" ;;
    esac
    shift
  done
  [[ $nodes =~ ^[1-8]$ ]] || wrong "--nodes is '$nodes': use a number from 1 to 8"
  [[ $duration =~ ^([1-9][0-9]{1,4}s|[1-9][0-9]{0,3}m|[1-9]h)$ ]] ||
    wrong "--duration is '$duration': use a time such as 90s or 5m, at least 10s"
  [[ -d $out && -w $out ]] || wrong "--out is '$out': use a folder that exists and can be written"
  [[ -z $images || $command = down ]] || wrong "--images goes with down"
}

compose() { "${compose_command[@]}" "$@"; }

# Whatever is missing is told at once, before anything is started.
check_machine() {
  check_docker
  check_compose
  [ ${#compose_command[@]} -eq 0 ] || compose_command+=(-f "$here/compose.yaml"
    --profile linear-road --profile more-nodes --profile monitoring)
  [ "$command" = run ] || return 0
  check_ports AMOEBA_PORT FLINK_PORT ${monitoring:+GRAFANA_PORT PROMETHEUS_PORT}
  check_same_nodes
  check_readable
  published "$AMOEBA_PORT" || { check_memory linear-road "${services[@]}"; check_disk; }
}

tell_problems() {
  [ ${#problems[@]} -gt 0 ] || return 0
  printf 'demo: %s\n' "${problems[@]}" >&2
  exit 1
}

choose_services() {
  local node
  services=(kafka jobmanager redis-cluster coordinator)
  for ((node = 1; node <= nodes; node++)); do
    services+=("node-$node" "redis-$node" "taskmanager-$node")
  done
  [ -n "$monitoring" ] || return 0
  services+=(prometheus)
  if [ -n "$local_bases" ] && [ -z "${GRAFANA_IMAGE:-}" ]; then
    grafana_note="Grafana is not started: it has no local base. GRAFANA_IMAGE can name an image of it."
  else
    services+=(grafana)
  fi
}

# One line a container: service, state, id, status ("Up 3 seconds (healthy)").
containers() {
  docker ps -a --filter "$of_project" --filter label=com.docker.compose.oneoff=False \
    --format '{{.Label "com.docker.compose.service"}} {{.State}} {{.ID}} {{.Status}}'
}

# Prints the wanted services that are not ready. One that is broken ends the demo with its last lines; a container
# that has ended counts as broken only when nothing ($1) is about to start it.
waiting() {
  local service state id status now
  now=$(containers)
  for service in "${services[@]}"; do
    read -r _ state id status < <(grep "^$service " <<<"$now") || true
    case "$service $state $status" in
      'redis-cluster exited Exited (0)'*) [ -n "$1" ] || continue ;;
      *' exited '* | *' dead '*) [ -n "$1" ] || broken "$service" "$id" "$status" ;;
      *unhealthy*) broken "$service" "$id" "$status" ;;
      *'(health: starting)'* | 'redis-cluster '*) ;;
      *' running '*) continue ;;
    esac
    printf '%s ' "$service"
  done
}

# Service, container, status.
broken() {
  local hint=''
  docker logs --tail 200 "$2" 2>&1 | grep -v '^[[:space:]]*at ' | tail -n 20 >&2
  [[ $3 != *'(137)'* ]] || hint=' Something killed it; mostly that is a lack of memory.'
  fail "$1 does not run ($3); above are its last lines.$hint" "docker/demo.sh down removes everything."
}

start_services() {
  local log not_ready before=none began=$SECONDS patience=${AMOEBA_PATIENCE_SECONDS:-600}
  log=$(mktemp)
  # Not by way of a function: it is this process that an interrupt has to end.
  "${compose_command[@]}" up -d "${services[@]}" >"$log" 2>&1 &
  up=$!
  while true; do
    not_ready=$(waiting "$up") || { [ -z "$up" ] || kill "$up"; exit 1; }
    if [ "$not_ready" != "$before" ]; then
      before=$not_ready
      printf '  %3d s: %d of %d services are ready%s\n' $((SECONDS - began)) \
        $((${#services[@]} - $(wc -w <<<"$not_ready"))) ${#services[@]} "${not_ready:+; not yet: ${not_ready% }}"
    fi
    if [ -z "$up" ]; then
      [ -n "$not_ready" ] || break
    elif ! kill -0 "$up" 2>/dev/null; then
      wait "$up" || {
        tail -n 20 "$log" >&2
        waiting '' >/dev/null
        fail "the services could not be started; above is why."
      }
      up=
    fi
    ((SECONDS - began < patience)) ||
      fail "after $patience s these are not ready: $not_ready" "More time: AMOEBA_PATIENCE_SECONDS=1200 docker/demo.sh"
    sleep 1
  done
  rm -f "$log"
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
  jobmanager=$(docker ps -q --filter "$of_project" --filter label=com.docker.compose.service=jobmanager)
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

on_interrupt() {
  trap '' INT
  [ -z "${up:-}" ] || kill "$up" 2>/dev/null || true
  printf '\ndemo: interrupted; what was started still runs. End it: docker/demo.sh down\n' >&2
  exit 130
}

remove_everything() {
  say "Removing containers, networks and volumes of the project '$COMPOSE_PROJECT_NAME'"
  compose down --volumes --remove-orphans
  [ -z "$images" ] || docker image rm "$amoeba_image" "$flink_image" || fail "the images could not be removed; see above."
}

main() {
  read_arguments "$@"
  choose_services
  if [ -n "$local_bases" ]; then
    set -a
    # shellcheck source=local-bases/images.env
    . "$here/local-bases/images.env"
    set +a
  fi
  check_machine
  tell_problems
  [ "$command" = run ] || { remove_everything; return; }
  trap on_interrupt INT TERM
  export NODES=$nodes DURATION=$duration AMOEBA_PORT FLINK_PORT GRAFANA_PORT PROMETHEUS_PORT
  say "Building images (the first time takes some minutes)"
  "$here/build-images.sh" "--${local_bases:-official}-bases" amoeba flink ||
    fail "the images could not be built; above is why." "A machine that reaches no image registry: --local-bases"
  say "Starting the services for --nodes $nodes"
  start_services
  show_addresses
  say
  run_linear_road
  say "Everything still runs: look around, run again, or remove it with docker/demo.sh down"
}

main "$@"
