#!/bin/bash
# A Slurm of our own on this one host, for a test: one controller, nodes n1 and n2 beside it, loopback only, no systemd.
#
#   slurm.sh up DIR PORT PORT PORT     starts it (ports: controller, n1, n2); then SLURM_CONF=DIR/slurm.conf
#   slurm.sh kill DIR NODE             SIGKILL to a node: its slurmd, its steps and all they run
#   slurm.sh down DIR                  ends all of it
#
# Needs root, and Debian's slurmctld, slurmd, slurm-client and munge. All files and sockets are in DIR, which has to be
# readable by everybody; a Slurm that is there already is not touched.
set -euo pipefail
action=$1
dir=$(realpath -m "$2")
export SLURM_CONF=$dir/slurm.conf

# The processes that read this configuration, as their environment says.
processes_of() {
  local environment
  for environment in /proc/[0-9]*/environ; do
    # A process that has ended meanwhile cannot be read, and is none.
    tr '\0' '\n' 2>/dev/null <"$environment" | grep -qxF -- "SLURM_CONF=$1" || continue
    environment=${environment#/proc/}
    echo "${environment%/environ}"
  done 2>/dev/null
}

up() {
  local host node
  host=$(hostname -s)
  mkdir -p "$dir"
  chmod 755 "$dir"
  head -c 128 /dev/urandom >"$dir/munge.key"
  chmod 600 "$dir/munge.key"
  munged --force --num-threads=2 --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
    --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" --seed-file="$dir/munged.seed"
  cat >"$SLURM_CONF" <<CONF
ClusterName=boardwright
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
SlurmctldPidFile=$dir/slurmctld.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdPidFile=$dir/%n.pid
SlurmdLogFile=$dir/%n.log
SlurmdSpoolDir=$dir/%n
StateSaveLocation=$dir/state
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
# A job that is queued again waits for its credential to expire.
AuthInfo=socket=$dir/munge.socket,cred_expire=10
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
SlurmdParameters=config_overrides
SlurmdTimeout=5
KillWait=1
JobRequeue=1
ReturnToService=2
MaxArraySize=11
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$2 CPUs=2 RealMemory=8000 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$3 CPUs=2 RealMemory=8000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  mkdir -p "$dir/state"
  slurmctld
  for node in n1 n2; do
    # A name of its own for the configuration, which a node hands on to its steps and what they run: so they are told apart.
    ln -s slurm.conf "$dir/$node.conf"
    SLURM_CONF=$dir/$node.conf slurmd -N "$node"
  done
}

kill_node() {
  local -a found
  mapfile -t found < <(processes_of "$dir/$1.conf")
  [ "${#found[@]}" -gt 0 ] || { echo "$1 has no processes" >&2; exit 1; }
  # As when the power goes: none of them lives to see another's death and report it.
  kill -STOP "${found[@]}" 2>/dev/null || true
  kill -KILL "${found[@]}" 2>/dev/null || true
}

down() {
  local file
  local -a found
  mapfile -t found < <(for file in slurm n1 n2; do processes_of "$dir/$file.conf"; done)
  for file in "$dir/munged.pid" "$dir/slurmctld.pid"; do
    [ ! -f "$file" ] || found+=("$(<"$file")")
  done
  [ "${#found[@]}" -eq 0 ] || kill -KILL "${found[@]}" 2>/dev/null || true
}

case $action in
  up) up "${@:3}" ;;
  kill) kill_node "$3" ;;
  down) down ;;
  *) echo "usage: slurm.sh up|kill|down DIR ..." >&2; exit 2 ;;
esac
