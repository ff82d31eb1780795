#!/bin/sh
# Keeps the servers of the StatefulSet one Redis Cluster, beside each server. A pod that moves to another node has another
# address, and servers know each other by their last ones: this one meets each server where it is now.
# The pod with the number 0 also gives each primary its share of those hash slots that nobody has.
set -u
own=${POD_NAME:?}
set_name=${own%-*}
last=$((${NODES:?} - 1))

cli() { timeout 5 redis-cli --no-auth-warning "$@" 2>/dev/null | tr -d '\r'; }
address() { getent hosts "$set_name-$1.$set_name" | awk '{ print $1; exit }'; }

# Who does not know the password is no server of this cluster, whose address another pod has by now.
is_ours() { [ "$(cli -h "$1" ping)" = PONG ]; }

# Whether this server has a link to that address.
is_met() {
  printf '%s\n' "$known" |
    awk -v at="$1:6379@" 'index($2, at) == 1 && $8 == "connected" { met = 1 } END { exit !met }'
}

meet_all() {
  known=$(cli cluster nodes)
  for number in $(seq 0 "$last"); do
    there=$(address "$number")
    if [ -n "$there" ] && ! is_met "$there" && is_ours "$there"; then
      echo "meets $set_name-$number at $there"
      cli cluster meet "$there" 6379 >/dev/null
    fi
  done
}

# Whether that server knows as many servers as there are, and all have links: no failed one may come back with hash slots.
is_complete() {
  cli -h "$1" cluster nodes |
    awk -v all="$NODES" 'NF { known++ } $8 == "connected" && $3 !~ /fail|handshake/ { ok++ }
      END { exit !(known == all && ok == all) }'
}

assigned() { cli -h "$1" cluster info | sed -n 's/^cluster_slots_assigned://p'; }

share_hash_slots() {
  for number in $(seq 0 "$last"); do
    there=$(address "$number")
    [ -n "$there" ] && is_complete "$there" || return
    [ "$(assigned "$there")" != 16384 ] || return
  done
  for number in $(seq 0 "$last"); do
    from=$((16384 * number / NODES))
    to=$((16384 * (number + 1) / NODES - 1))
    # Refused as a whole if one of them has a primary.
    echo "hash slots $from to $to for $set_name-$number: $(cli -h "$(address "$number")" cluster addslotsrange "$from" "$to")"
  done
}

trap 'exit 0' TERM
while :; do
  if [ "$(cli ping)" = PONG ]; then
    meet_all
    [ "$own" != "$set_name-0" ] || share_hash_slots
  fi
  # In the background: a signal then ends the script at once.
  sleep "${INTERVAL_SECONDS:-5}" &
  wait $!
done
