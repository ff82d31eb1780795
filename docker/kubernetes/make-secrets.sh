#!/bin/sh
# Prints the Secrets of this folder with new random values: sh make-secrets.sh | kubectl apply -n amoeba -f -
# Once: servers, coordinators and TaskManagers must start again when they change.
set -eu
command -v openssl >/dev/null || { echo "make-secrets: needs openssl, whose random numbers it uses" >&2; exit 1; }

random() { openssl rand -hex 32; }
redis_password=$(random)
coordinator_password=$(random)
task_manager_token=$(random)
placement_secret=$(random)

cat <<SECRETS
apiVersion: v1
kind: Secret
metadata:
  name: redis
stringData:
  # Of the job and of the servers among themselves.
  password: $redis_password
  # The coordinator's rights in mode propose without changes of the store; docs/doctor.md has those of others.
  access.conf: |
    requirepass $redis_password
    masterauth $redis_password
    user amoeba on >$coordinator_password resetkeys resetchannels -@all +cluster|nodes +cluster|info +info +config|get +client|setname +client|list +client|kill
---
apiVersion: v1
kind: Secret
metadata:
  name: amoeba-coordinator
stringData:
  redis-password: $coordinator_password
  operator-token: $(random)
  viewer-token: $(random)
  task-manager-token: $task_manager_token
  placement-secret: $placement_secret
---
apiVersion: v1
kind: Secret
metadata:
  name: amoeba-task-manager
stringData:
  task-manager-token: $task_manager_token
  placement-secret: $placement_secret
SECRETS
