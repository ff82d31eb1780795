#!/bin/sh
# Makes one Redis Cluster of $NODES nodes from node-$FIRST_NODE (1) on, or joins the nodes of an existing one
# under the addresses that they have now. The nodes with the numbers $EMPTY_NODES become members without
# hash slots. Ends when all hash slots are served. redis-cli gets the options $REDIS_CLI_OPTIONS, too.
set -eu
first=${FIRST_NODE:-1}
last=$((first + ${NODES:?} - 1))
numbers=$(seq "$first" "$last")
all="$numbers ${EMPTY_NODES:-}"
nodes=$(echo $all | wc -w)
patience=${PATIENCE_SECONDS:-120}
began=$(date +%s)

late() { [ $(($(date +%s) - began)) -ge "$patience" ]; }
# shellcheck disable=SC2086 # several options
cli() { redis-cli ${REDIS_CLI_OPTIONS:-} -e -h "$@"; }
address() { getent hosts "node-$1" | awk '{print $1; exit}'; }

addresses=
for node in $all; do
  until [ "$(cli "node-$node" ping 2>/dev/null)" = PONG ]; do
    late && { echo "node-$node does not answer after $patience s" >&2; exit 1; }
    sleep 0.5
  done
  addresses="$addresses $(address "$node")"
done

if cli "node-$first" cluster info | grep -q '^cluster_slots_assigned:0'; then
  # Not by `redis-cli --cluster create`, which makes no cluster of fewer than three nodes.
  for node in $all; do
    cli "node-$node" cluster set-config-epoch "$node" >/dev/null
  done
  for node in $numbers; do
    part=$((node - first))
    cli "node-$node" cluster addslotsrange $((16384 * part / NODES)) $((16384 * (part + 1) / NODES - 1)) >/dev/null
  done
else
  # Redis keeps what it knew in its data folder.
  known=$(cli "node-$first" cluster nodes | grep -c .)
  [ "$known" = "$nodes" ] || {
    echo "node-$first's data belong to a cluster of $known nodes, not $nodes: use NODES=$known, or remove the volumes" >&2
    exit 1
  }
fi
for other in $addresses; do
  cli "node-$first" cluster meet "$other" 6379 >/dev/null
done

for node in $all; do
  until cli "node-$node" cluster info | tr -d '\r' | grep -q '^cluster_state:ok$' &&
    [ "$(cli "node-$node" cluster nodes | grep -c ' connected')" -ge "$nodes" ]; do
    late && { echo "the cluster is not complete after $patience s" >&2; cli "node-$node" cluster nodes >&2; exit 1; }
    sleep 0.5
  done
done
echo "Redis Cluster of $nodes nodes is ready"
