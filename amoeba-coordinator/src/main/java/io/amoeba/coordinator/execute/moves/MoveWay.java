package io.amoeba.coordinator.execute.moves;

/** How a cluster can move hash slots, found by the commands that its primaries know. */
public enum MoveWay {
  /** CLUSTER SETSLOT and MIGRATE, key by key: every server. The way that is used. */
  SETSLOT_AND_MIGRATE,
  /** CLUSTER MIGRATION, atomic: Redis 8.4 and newer. Known here, but not used. */
  CLUSTER_MIGRATION,
  /** CLUSTER MIGRATESLOTS, atomic: Valkey 9 and newer. Known here, but not used. */
  CLUSTER_MIGRATESLOTS
}
