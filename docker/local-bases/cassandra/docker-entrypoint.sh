#!/bin/bash
# Writes CASSANDRA_… variables into cassandra.yaml and cassandra-rackdc.properties, and starts the server as user
# cassandra. The variables are those of the official image.
set -euo pipefail

case "${1:--}" in -*) set -- cassandra -f "$@" ;; esac
[ "$1" = cassandra ] || exec "$@"

if [ "$(id -u)" = 0 ]; then
  chown -R cassandra "$CASSANDRA_CONF" /var/lib/cassandra /var/log/cassandra
  exec setpriv --reuid=cassandra --regid=cassandra --init-groups "$0" "$@"
fi

own_address() { ip -4 -o address show scope global | awk '{ sub("/.*", "", $4); print $4; exit }'; }

CASSANDRA_RPC_ADDRESS=${CASSANDRA_RPC_ADDRESS:-0.0.0.0}
CASSANDRA_LISTEN_ADDRESS=${CASSANDRA_LISTEN_ADDRESS:-auto}
[ "$CASSANDRA_LISTEN_ADDRESS" != auto ] || CASSANDRA_LISTEN_ADDRESS=$(own_address)
CASSANDRA_BROADCAST_ADDRESS=${CASSANDRA_BROADCAST_ADDRESS:-$CASSANDRA_LISTEN_ADDRESS}
[ "$CASSANDRA_BROADCAST_ADDRESS" != auto ] || CASSANDRA_BROADCAST_ADDRESS=$(own_address)
CASSANDRA_BROADCAST_RPC_ADDRESS=${CASSANDRA_BROADCAST_RPC_ADDRESS:-$CASSANDRA_BROADCAST_ADDRESS}
CASSANDRA_SEEDS=${CASSANDRA_SEEDS:-$CASSANDRA_BROADCAST_ADDRESS}

# File, expression of sed. Files may be mounted, so they keep their inodes.
change() {
  local changed
  changed=$(sed -E "$2" "$CASSANDRA_CONF/$1")
  printf '%s\n' "$changed" > "$CASSANDRA_CONF/$1"
}

change cassandra.yaml "s|(- seeds:).*|\\1 \"$CASSANDRA_SEEDS\"|"
for key in broadcast_address broadcast_rpc_address cluster_name endpoint_snitch listen_address num_tokens rpc_address; do
  variable=CASSANDRA_${key^^}
  [ -z "${!variable:-}" ] || change cassandra.yaml "s|^(# )?($key:).*|\\2 ${!variable}|"
done
for key in dc rack; do
  variable=CASSANDRA_${key^^}
  [ -z "${!variable:-}" ] || change cassandra-rackdc.properties "s|^($key=).*|\\1${!variable}|"
done

exec "$@"
