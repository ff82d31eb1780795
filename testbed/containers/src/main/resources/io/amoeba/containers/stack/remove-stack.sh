# remove-stack PROJECT: waits for the end of standard input, then removes all that belongs to the stack.
# Signals of the terminal are for the program that uses the stack.
trap '' INT TERM HUP
while read -r _; do :; done
of="label=com.docker.compose.project=$1"
besides="label=io.amoeba.stack=$1"
ids() { docker ps -aq --filter "$1"; }
# Faults undo what they did when they are stopped, not when they are killed.
[ -z "$(ids "$besides")" ] || docker stop -t 10 $(ids "$besides")
[ -z "$(ids "$besides")" ] || docker rm -fv $(ids "$besides")
[ -z "$(ids "$of")" ] || docker rm -fv $(ids "$of")
networks=$(docker network ls -q --filter "$of")
[ -z "$networks" ] || docker network rm $networks
volumes=$(docker volume ls -q --filter "$of")
[ -z "$volumes" ] || docker volume rm -f $volumes
