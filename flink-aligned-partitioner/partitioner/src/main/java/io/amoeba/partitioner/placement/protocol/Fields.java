package io.amoeba.partitioner.placement.protocol;

/** Names of the messages' fields. Stateless. */
final class Fields {

  static final String ACTIVE = "active";
  static final String COHORT = "cohort";
  static final String COMPLETED = "completed";
  static final String COORDINATOR = "coordinator";
  static final String COPY = "copy";
  static final String DIRECT = "direct";
  static final String EDGES = "edges";
  static final String ENDED = "ended";
  static final String EPOCH = "epoch";
  static final String FINISHED = "finished";
  static final String GATES = "gates";
  static final String HASH_SLOTS = "hashSlots";
  static final String HELD = "held";
  static final String HOST = "host";
  static final String INCARNATION = "incarnation";
  static final String JOB = "job";
  static final String LAST_HOLD_MICROS = "lastHoldMicros";
  static final String NODE_HOSTS = "nodeHosts";
  static final String OPERATOR = "operator";
  static final String PARALLELISM = "parallelism";
  static final String PHASE = "phase";
  static final String PREPARED = "prepared";
  static final String REFUSED_MAPS = "refusedMaps";
  static final String ROUTER = "router";
  static final String ROUTERS = "routers";
  static final String STALE_MAPS = "staleMaps";
  static final String SUBTASK = "subtask";
  static final String TARGETS = "targets";
  static final String TASK_MANAGER = "taskManager";
  static final String TERM = "term";
  static final String VERSION = "version";

  private Fields() {}
}
