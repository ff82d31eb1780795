package io.amoeba.coordinator.doctor;

import java.util.Locale;

/** What is checked, in the order of the report. {@code docs/doctor.md} explains each. */
public enum Check {
  CONFIGURATION,
  SECRET_FILES,
  HTTP_ACCESS,
  FLINK_REACHABLE,
  FLINK_VERSION,
  FLINK_JOB,
  FLINK_CHECKPOINTS,
  FLINK_PARTITIONER,
  FLINK_TASK_SLOTS,
  FLINK_STALENESS,
  FLINK_METRICS,
  FLINK_RESCALE,
  REDIS_REACHABLE,
  REDIS_LOGIN,
  REDIS_PERMISSIONS,
  REDIS_VERSION,
  REDIS_MOVE_WAY,
  REDIS_LOAD,
  REDIS_CLUSTER,
  REDIS_HASH_SLOTS,
  REDIS_AGREEMENT,
  REDIS_FAILED_NODES,
  REDIS_OPEN_MIGRATIONS,
  REDIS_ADDRESSES,
  REDIS_HOST_NAMES,
  REDIS_NODE_TIMEOUT,
  REDIS_FULL_COVERAGE,
  REDIS_REPLICAS,
  REDIS_REPLICATION,
  REDIS_MIGRATIONS,
  REDIS_MEMORY,
  REDIS_PERSISTENCE,
  REDIS_CLUSTER_BUS,
  HOST_MATCH,
  NODE_TABLE,
  SUBTASK_PLACES;

  /** As tables, JSON and documentation write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
