package io.amoeba.experiments.ycsb;

import org.jspecify.annotations.Nullable;

/**
 * The table by way of the nodes that are asked: one for updates, and one for reads, which may move.
 * Safe for concurrent use.
 */
final class YcsbNodes implements AutoCloseable {
  private final YcsbTable updates;
  private final @Nullable YcsbTable target;
  private volatile YcsbTable reads;

  private YcsbNodes(YcsbTable updates, @Nullable YcsbTable target) {
    this.updates = updates;
    this.target = target;
    this.reads = updates;
  }

  /** Connects to all of them, also to the one that will be asked later only. */
  static YcsbNodes open(TrafficOptions options) {
    YcsbTable updates =
        YcsbTable.open(
            options.contact(), options.consistency(), options.alone(), options.fieldLength());
    boolean opened = false;
    try {
      YcsbTable target =
          options.move() == null
              ? null
              : YcsbTable.open(
                  options.move().to(),
                  options.consistency(),
                  options.alone(),
                  options.fieldLength());
      opened = true;
      return new YcsbNodes(updates, target);
    } finally {
      if (!opened) {
        updates.close();
      }
    }
  }

  YcsbTable reads() {
    return reads;
  }

  YcsbTable updates() {
    return updates;
  }

  /** Lets reads go to the other node from now on. */
  void moveReads() {
    if (target != null) {
      reads = target;
    }
  }

  @Override
  public void close() {
    updates.close();
    if (target != null) {
      target.close();
    }
  }
}
