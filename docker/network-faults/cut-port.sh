#!/bin/sh
# cut-port.sh PORT: from this network namespace no packet reaches a server at this TCP port of another one, and none
# comes from there, until it is told to end. Connections stay open, as when a cable is pulled.
set -eu
port=${1:?PORT is missing}
tables=iptables-nft
$tables -w -S OUTPUT >/dev/null 2>&1 || tables=iptables-legacy
out="OUTPUT ! -o lo -p tcp --dport $port -j DROP"
in="INPUT ! -i lo -p tcp --sport $port -j DROP"
# shellcheck disable=SC2086 # several words
trap '$tables -w -D $out; $tables -w -D $in; exit 0' TERM INT
# shellcheck disable=SC2086 # several words
$tables -w -I $out && $tables -w -I $in || { echo "cut-port: $tables refused a rule" >&2; exit 1; }
echo "ready: cut-port"
while :; do
  sleep 60 &
  wait $!
done
