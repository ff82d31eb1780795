package io.amoeba.streaming.checks.workload;

import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.VersionSet;
import java.util.List;

/** A replicated set of versions for each key. Safe for concurrent use. */
public interface VersionStore {
  /** Numbers of the nodes that may be asked. */
  List<Integer> coordinators();

  /**
   * Adds a version to a key's set; returns when it is acknowledged.
   *
   * @throws WriteRefusedException if surely no replica has got it
   * @throws RuntimeException if it is not known whether it happened
   */
  void write(int coordinator, String key, int version, Level level) throws WriteRefusedException;

  /**
   * All versions of a key.
   *
   * @throws RuntimeException if there is no answer
   */
  VersionSet read(int coordinator, String key, Level level);

  /** A short name for what went wrong, for counting. */
  default String kind(RuntimeException error) {
    return error.getClass().getSimpleName();
  }

  /** Numbers of the nodes that hold a key. */
  List<Integer> replicas(String key);

  /**
   * All versions of a key that one of its replicas holds itself.
   *
   * @throws RuntimeException if there is no answer
   */
  VersionSet readCopy(int replica, String key);
}
