#!/bin/sh
# Makes one Redis Cluster of the nodes node-1 … node-$NODES, or joins the nodes of an existing one under
# the addresses that they have now. Ends when all hash slots are served.
set -eu
nodes=${NODES:?}
patience=${PATIENCE_SECONDS:-120}
began=$(date +%s)

late() { [ $(($(date +%s) - began)) -ge "$patience" ]; }
cli() { redis-cli -e -h "$@"; }
address() { getent hosts "node-$1" | awk '{print $1; exit}'; }

node=1
addresses=
while [ "$node" -le "$nodes" ]; do
  until [ "$(cli "node-$node" ping 2>/dev/null)" = PONG ]; do
    late && { echo "node-$node does not answer after $patience s" >&2; exit 1; }
    sleep 0.5
  done
  addresses="$addresses $(address "$node")"
  node=$((node + 1))
done

if cli node-1 cluster info | grep -q '^cluster_slots_assigned:0'; then
  # Not by `redis-cli --cluster create`, which makes no cluster of fewer than three nodes.
  node=1
  while [ "$node" -le "$nodes" ]; do
    cli "node-$node" cluster set-config-epoch "$node" >/dev/null
    cli "node-$node" cluster addslotsrange $((16384 * (node - 1) / nodes)) $((16384 * node / nodes - 1)) >/dev/null
    node=$((node + 1))
  done
else
  # Redis keeps what it knew in its data folder.
  known=$(cli node-1 cluster nodes | grep -c .)
  [ "$known" = "$nodes" ] || {
    echo "node-1's data belong to a cluster of $known nodes, not $nodes: use NODES=$known, or remove the volumes" >&2
    exit 1
  }
fi
for other in $addresses; do
  cli node-1 cluster meet "$other" 6379 >/dev/null
done

node=1
while [ "$node" -le "$nodes" ]; do
  until cli "node-$node" cluster info | tr -d '\r' | grep -q '^cluster_state:ok$' &&
    [ "$(cli "node-$node" cluster nodes | grep -c ' connected')" -ge "$nodes" ]; do
    late && { echo "the cluster is not complete after $patience s" >&2; cli "node-$node" cluster nodes >&2; exit 1; }
    sleep 0.5
  done
  node=$((node + 1))
done
echo "Redis Cluster of $nodes nodes is ready"
