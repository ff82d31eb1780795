#!/usr/bin/env bash
# Demos on containers: checks the machine, builds images, starts servers, and shows what Amoeba changes. README.md
# beside this file says more.
# shellcheck source-path=SCRIPTDIR
set -euo pipefail

usage() {
  cat <<'END'
Usage: docker/demo.sh [OPTION...]                Linear Road on containers, before and after alignment
       docker/demo.sh cassandra [OPTION...]      reads move to a warm replica; then a node joins and serves before it is complete
       docker/demo.sh [cassandra] down [--images] remove that demo's containers, networks and volumes (and images)

  --local-bases    make base images on this machine instead of pulling official ones; with down --images: remove them, too
  --help           this text
Linear Road only:
  --nodes N        nodes, each a Flink TaskManager and a Redis primary: 1 to 8 (3)
  --duration TIME  length of the run, such as 90s or 5m (120s)
  --out FOLDER     where linear-road-report.html and linear-road.json go (the current folder)
  --monitoring     start Prometheus and Grafana, too

Ports on this machine: AMOEBA_PORT 7070, FLINK_PORT 8081; with --monitoring GRAFANA_PORT 3000, PROMETHEUS_PORT 9090;
with cassandra CASSANDRA_PORT 9042.
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
command=run demo=linear-road nodes=3 duration=120s out=. local_bases='' monitoring='' remove_images=''
this=docker/demo.sh compose_command=() engine='' problems=()
# shellcheck source=checks.sh
. "$here/checks.sh"
# shellcheck source=services.sh
. "$here/services.sh"

read_arguments() {
  local linear_road_only=()
  while [ $# -gt 0 ]; do
    case $1 in
      cassandra) demo=cassandra this='docker/demo.sh cassandra' ;;
      down) command=down ;;
      --images) remove_images=yes ;;
      --local-bases) local_bases=local ;;
      --monitoring) monitoring=yes linear_road_only+=("$1") ;;
      --help | -h) usage; exit 0 ;;
      --nodes | --duration | --out)
        [ $# -gt 1 ] || wrong "$1 needs a value"
        printf -v "${1#--}" '%s' "$2"
        linear_road_only+=("$1")
        shift ;;
      *) wrong "'$1' is no option" ;;
    esac
    shift
  done
  [[ $nodes =~ ^[1-8]$ ]] || wrong "--nodes is '$nodes': use a number from 1 to 8"
  [[ $duration =~ ^([1-9][0-9]{1,4}s|[1-9][0-9]{0,3}m|[1-9]h)$ ]] ||
    wrong "--duration is '$duration': use a time such as 90s or 5m, at least 10s"
  [[ -d $out && -w $out ]] || wrong "--out is '$out': use a folder that exists and can be written"
  [[ -z $remove_images || $command = down ]] || wrong "--images goes with down"
  [[ $demo = linear-road || ${#linear_road_only[@]} -eq 0 ]] || wrong "${linear_road_only[0]} is an option of Linear Road only"
}

# Whatever is missing is told at once, before anything is started.
check_machine() {
  check_docker
  check_compose
  [ ${#compose_command[@]} -eq 0 ] || compose_command+=(-f "$compose_file" "${profiles[@]/#/--profile=}")
  [ "$command" = run ] || return 0
  check_ports "${ports[@]}"
  check_demo
  published "${!ports[0]}" || { check_memory "${services[@]}" "${also_needed[@]}"; check_disk; }
}

tell_problems() {
  [ ${#problems[@]} -gt 0 ] || return 0
  printf 'demo: %s\n' "${problems[@]}" >&2
  exit 1
}

remove_images() {
  if [ -n "$local_bases" ]; then
    mapfile -t -O "${#image_names[@]}" image_names < <(sed -n 's/^[A-Z_]*=//p' "$here/local-bases/images.env" | sort -u)
  fi
  local image here_are=()
  for image in "${image_names[@]}"; do
    ! docker image inspect "$image" >/dev/null 2>&1 || here_are+=("$image")
  done
  [ ${#here_are[@]} -eq 0 ] || docker image rm "${here_are[@]}" || fail "the images could not be removed; see above."
}

on_interrupt() {
  trap '' INT
  [ -z "${up:-}" ] || kill "$up" 2>/dev/null || true
  printf '\ndemo: interrupted; the started containers still run. Stop them: %s down\n' "$this" >&2
  exit 130
}

main() {
  read_arguments "$@"
  # shellcheck source=demo-linear-road.sh
  # shellcheck source=demo-cassandra.sh
  . "$here/demo-$demo.sh"
  export COMPOSE_PROJECT_NAME=${COMPOSE_PROJECT_NAME:-$project}
  of_project=label=com.docker.compose.project=$COMPOSE_PROJECT_NAME
  image_names=("${images[@]/#/amoeba/}")
  image_names=("${image_names[@]/%/:${AMOEBA_VERSION:-dev}}")
  if [ -n "$local_bases" ]; then
    set -a
    # shellcheck source=local-bases/images.env
    . "$here/local-bases/images.env"
    set +a
  fi
  prepare
  check_machine
  tell_problems
  if [ "$command" = down ]; then
    remove_everything
    [ -z "$remove_images" ] || remove_images
    return
  fi
  trap on_interrupt INT TERM
  say "Building images (the first time takes some minutes)"
  "$here/build-images.sh" "--${local_bases:-official}-bases" "${images[@]}" ||
    fail "the images could not be built; above is why." "A machine that reaches no image registry: --local-bases"
  run_demo
  say "Everything still runs: inspect it, run again, or remove it with $this down"
}

main "$@"
