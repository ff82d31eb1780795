# shellcheck shell=bash
# Services of a demo: started, watched until they are ready, removed. Sourced by demo.sh.
# shellcheck disable=SC2154 # demo.sh sets the variables

compose() { "${compose_command[@]}" "$@"; }

# One line a container: service, state, id, status ("Up 3 seconds (healthy)").
containers() {
  docker ps -a --filter "$of_project" --filter label=com.docker.compose.oneoff=False \
    --format '{{.Label "com.docker.compose.service"}} {{.State}} {{.ID}} {{.Status}}'
}

container() { docker ps -q --filter "$of_project" --filter "label=com.docker.compose.service=$1"; }

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
  fail "$1 does not run ($3); above are its last lines.$hint" "$this down removes everything."
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
      fail "after $patience s these are not ready: $not_ready" "More time: AMOEBA_PATIENCE_SECONDS=1200 $this"
    sleep 1
  done
  rm -f "$log"
}

remove_everything() {
  local before=() after=() output
  mapfile -t before < <(counts)
  if [ "${before[*]}" = "0 0 0" ]; then
    say "The project '$COMPOSE_PROJECT_NAME' has no containers, networks or volumes: nothing to remove"
    return
  fi
  remove_started
  # Compose also lists what it has looked for and not found.
  output=$(compose down --volumes --remove-orphans 2>&1) ||
    { printf '%s\n' "$output" >&2; fail "not everything could be removed; above is why."; }
  mapfile -t after < <(counts)
  say "Removed containers: $((before[0] - after[0])), networks: $((before[1] - after[1])), volumes: $((before[2] - after[2]))"
  [ "${after[*]}" = "0 0 0" ] ||
    say "Left, with the label ${of_project#label=}: containers: ${after[0]}, networks: ${after[1]}, volumes: ${after[2]}"
}

# Of the project: containers, networks, volumes.
counts() {
  docker ps -aq --filter "$of_project" | wc -l
  docker network ls -q --filter "$of_project" | wc -l
  docker volume ls -q --filter "$of_project" | wc -l
}

# Containers that `compose run` has left, which not every compose removes.
remove_started() {
  local left
  left=$(docker ps -aq --filter "$of_project" --filter label=com.docker.compose.oneoff=True)
  # shellcheck disable=SC2086 # several words
  [ -z "$left" ] || docker rm -fv $left >/dev/null
}
