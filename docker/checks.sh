# shellcheck shell=bash
# What demo.sh needs of a machine. Sourced by it. check_machine collects everything that is wrong in `problems`,
# each entry a line that says what, and lines that say what to do.
# shellcheck disable=SC2154 # demo.sh sets the variables

problem() { problems+=("$(printf '%s\n' "$1" "${@:2}" | sed '2,$s/^/    /')"); }

check_docker() {
  local answer
  engine=
  if ! command -v docker >/dev/null; then
    problem "There is no docker command." \
      "Install Docker: https://docs.docker.com/engine/install (Debian/Ubuntu: sudo apt-get install docker.io)"
    return
  fi
  if answer=$(docker version --format '{{.Server.Version}}' 2>&1); then
    engine=$answer
  elif grep -qi 'permission denied' <<<"$answer"; then
    problem "You may not use Docker's socket${DOCKER_HOST:+ ($DOCKER_HOST)}." \
      "sudo usermod -aG docker $(id -un)   then log out and in again"
  else
    problem "Docker's engine does not answer${DOCKER_HOST:+ at DOCKER_HOST=$DOCKER_HOST}." \
      "Linux: sudo systemctl start docker   macOS, Windows: start Docker Desktop" \
      ${DOCKER_HOST:+"If that address is wrong: unset DOCKER_HOST"}
  fi
}

# Sets compose_command to the newest of the two that is there.
check_compose() {
  local version
  compose_command=()
  if version=$(docker compose version --short 2>/dev/null) && at_least "${version#v}" 2 0; then
    compose_command=(docker compose)
  elif version=$(docker-compose version --short 2>/dev/null) && at_least "${version#v}" 1 28; then
    compose_command=(docker-compose)
  else
    problem "There is neither 'docker compose' 2 nor 'docker-compose' 1.28 or newer${version:+ (found $version)}." \
      "Install Compose: https://docs.docker.com/compose/install (Debian/Ubuntu: sudo apt-get install docker-compose)"
  fi
}

# Version, least major, least minor.
at_least() {
  local major minor
  IFS=. read -r major minor _ <<<"$1"
  [[ $major =~ ^[0-9]+$ && $minor =~ ^[0-9]+$ ]] && ((major > $2 || (major == $2 && minor >= $3)))
}

# Names of the variables that hold ports.
check_ports() {
  local name port seen=' '
  for name in "$@"; do
    port=${!name}
    if ! [[ $port =~ ^[1-9][0-9]{0,4}$ ]] || ((port > 65535)); then
      problem "$name is '$port'." "Use a number from 1 to 65535."
    elif [[ $seen == *" $port "* ]]; then
      problem "$name is $port like another port of the demo." "Choose another: $name=$((port % 65535 + 1)) $this"
    elif (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && ! published "$port"; then
      problem "Port $port is taken$(port_owner "$port")." "End that, or choose another: $name=$((port % 65535 + 1)) $this"
    fi
    seen+="$port "
  done
}

# Whether this demo has published the port itself.
published() {
  [ -n "$engine" ] && [ -n "$(docker ps -q --filter "$of_project" --filter "publish=$1" 2>/dev/null)" ]
}

port_owner() {
  local owner=
  [ -z "$engine" ] || owner=$(docker ps --filter "publish=$1" --format 'container {{.Names}}' | head -n 1)
  [ -n "$owner" ] || owner=$(ss -ltnpH "sport = :$1" 2>/dev/null |
    sed -n 's/.*users:(("\([^"]*\)",pid=\([0-9]*\).*/\1, process \2/p' | head -n 1)
  [ -n "$owner" ] || owner=$(lsof -nP -iTCP:"$1" -sTCP:LISTEN -Fpc 2>/dev/null |
    awk '/^p/ { p = substr($0, 2) } /^c/ { print substr($0, 2) ", process " p; exit }')
  printf '%s' "${owner:+ by $owner}"
}

# Services that will run: together they may take as much memory as their limits in compose.yaml allow.
check_memory() {
  local needed free=${AMOEBA_FREE_MEMORY_MIB:-}
  [ ${#compose_command[@]} -gt 0 ] || return 0
  needed=$(compose config 2>/dev/null | awk -v wanted=" $* " '
    /^[a-z]/ { section = $1 }
    section == "services:" && /^  [^ ]/ { service = substr($1, 1, length($1) - 1) }
    section == "services:" && $1 == "mem_limit:" && index(wanted, " " service " ") {
      gsub(/"/, "", $2); unit = tolower(substr($2, length($2)))
      bytes += $2 * (unit == "g" ? 2 ^ 30 : unit == "m" ? 2 ^ 20 : unit == "k" ? 2 ^ 10 : 1) }
    END { printf "%d", bytes / 2 ^ 20 }') || return 0 # what is wrong with it is a problem already
  [ -n "$free" ] || free=$(free_memory_mib)
  if [ -n "$free" ] && ((free < needed)); then
    problem "$free MiB of memory are free; $what up to $needed MiB." \
      "End other programs, $smaller$(desktop_hint), or try it all the same:" \
      "AMOEBA_FREE_MEMORY_MIB=$needed $this"
  fi
}

# What is available when the engine runs on this Linux; else all that the engine has; nothing when unknown.
free_memory_mib() {
  local total here
  total=$(docker info --format '{{.MemTotal}}' 2>/dev/null | grep -E '^[1-9][0-9]*$') || total=
  here=$(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null) || here=
  if [ -n "$here" ] && { [ -z "$total" ] || ((total / 1024 == here)); }; then
    sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo | awk '{ printf "%d", $1 / 1024 }'
  elif [ -n "$total" ]; then
    echo $((total / 1024 / 1024))
  fi
}

desktop_hint() { [ "$(uname -s)" = Linux ] || printf ', give Docker Desktop more (Settings, Resources)'; }

check_disk() {
  local root free=${AMOEBA_FREE_DISK_MIB:-} needed=4096
  ! docker image inspect "${image_names[@]}" >/dev/null 2>&1 || needed=1024
  if [ -z "$free" ] && [ -n "$engine" ]; then
    root=$(docker info --format '{{.DockerRootDir}}' 2>/dev/null)
    free=$(df -Pk "$root" 2>/dev/null | awk 'NR == 2 { printf "%d", $4 / 1024 }')
  fi
  if [ -n "$free" ] && ((free < needed)); then
    problem "$free MiB of disk are free where Docker keeps its data${root:+ ($root)}; the demo needs $needed MiB." \
      "Make room ('docker system df' shows what Docker uses), or try it all the same:" \
      "AMOEBA_FREE_DISK_MIB=$needed $this"
  fi
}

# Containers mount these, and their users are nobody that this machine knows.
check_readable() {
  local path
  path=$(find "$@" \( -type f ! -perm -o=r -o -type d ! -perm -o=rx \) | head -n 1)
  [ -z "$path" ] || problem "Containers cannot read $path." "chmod -R o+rX '$here'"
}
