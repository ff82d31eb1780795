#!/bin/sh
# delay.sh BRIDGE MICROSECONDS: every packet from one port of the bridge to another takes so much
# longer, in each direction, until this ends. Prints "ready: netem" or "ready: packet-delay".
set -eu
bridge=${1:?BRIDGE is missing} micros=${2:?MICROSECONDS is missing}

fail() { echo "delay: $1" >&2; exit 1; }

[ -d "/sys/class/net/$bridge/brif" ] || fail "there is no bridge $bridge: run in the host's network"

ports() { ls "/sys/class/net/$bridge/brif"; }
has_netem() { tc qdisc show dev "$1" 2>/dev/null | grep -q netem; }

with_netem() {
  trap 'for port in $(ports); do ! has_netem "$port" || tc qdisc del dev "$port" root; done; exit 0' TERM INT
  told=
  # Containers that are connected later get new ports.
  while :; do
    for port in $(ports); do
      has_netem "$port" || tc qdisc replace dev "$port" root netem delay "${micros}us" limit 65536 2>/dev/null || :
    done
    [ -n "$told" ] || { echo "ready: netem"; told=yes; }
    sleep 1 &
    wait $!
  done
}

with_packet_delay() {
  tables=iptables-nft
  ! iptables-legacy -S DOCKER-USER >/dev/null 2>&1 || tables=iptables-legacy
  [ "$(cat /proc/sys/net/bridge/bridge-nf-call-iptables 2>/dev/null)" = 1 ] ||
    fail "the kernel has no netem, and packets of bridges do not pass iptables: modprobe br_netfilter; sysctl net.bridge.bridge-nf-call-iptables=1"
  # Bridges are named by hexadecimal digits: a queue of its own for each.
  queue=$(($(printf '%d' "0x$(printf '%s' "$bridge" | tr -dc '0-9a-f' | tail -c 4)") % 65535))
  # Without a listener packets pass at once.
  rule="FORWARD -i $bridge -o $bridge -j NFQUEUE --queue-num $queue --queue-bypass"
  # shellcheck disable=SC2086 # several words
  $tables -w -I $rule || fail "iptables refused the rule: $rule"
  packet-delay "$queue" "$micros" &
  holder=$!
  # shellcheck disable=SC2064,SC2086 # as they are now
  trap "$tables -w -D $rule; kill $holder; wait $holder; exit 0" TERM INT
  status=0
  echo "ready: packet-delay"
  wait "$holder" || status=$?
  # shellcheck disable=SC2086
  $tables -w -D $rule
  exit "$status"
}

first=$(ports | head -n 1)
[ -n "$first" ] || fail "no container is connected to $bridge yet"
if tc qdisc replace dev "$first" root netem delay "${micros}us" limit 65536 2>/dev/null; then
  with_netem
else
  with_packet_delay
fi
