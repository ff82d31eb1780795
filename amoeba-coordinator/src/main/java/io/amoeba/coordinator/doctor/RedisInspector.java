package io.amoeba.coordinator.doctor;

/** Port to Redis' driver. Confined to one thread. */
public interface RedisInspector {

  /** Looks at every node that is configured or known to one that answers. */
  RedisInspection inspect();
}
