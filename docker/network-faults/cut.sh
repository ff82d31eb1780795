#!/bin/sh
# cut.sh INDEX: takes the network interface with this index down, and up again when it is told to end.
# The host's end of a container's link has the index in the container's /sys/class/net/eth0/iflink.
set -eu
index=${1:?INDEX is missing}
port=
for candidate in /sys/class/net/*; do
  [ "$(cat "$candidate/ifindex")" != "$index" ] || port=${candidate##*/}
done
[ -n "$port" ] || { echo "cut: there is no interface with index $index: run in the host's network" >&2; exit 1; }
trap 'ip link set dev "$port" up; exit 0' TERM INT
ip link set dev "$port" down
echo "ready: cut"
while :; do
  sleep 60 &
  wait $!
done
