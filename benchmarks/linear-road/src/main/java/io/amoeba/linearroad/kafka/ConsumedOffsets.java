package io.amoeba.linearroad.kafka;

import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/**
 * The offsets up to which the job has read its input, as of its last checkpoint. They advance also
 * while Flink's metrics stand still, as they may after the loss of a TaskManager. Confined to the
 * observing thread.
 */
public final class ConsumedOffsets implements AutoCloseable {
  /** The consumer group of the job's source. */
  private static final String GROUP = "linear-road";

  private static final long TIMEOUT_SECONDS = 5;

  private final Topics topics;
  private final Admin admin;

  /** Connects to the broker. */
  public ConsumedOffsets(Topics topics) {
    this.topics = topics;
    this.admin = topics.admin();
  }

  /** The offset behind the last record that was read, for each partition; 0: none was. */
  public long[] read() {
    long[] offsets = new long[topics.partitions()];
    topics
        .await(
            "list the offsets of group " + GROUP,
            admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata(),
            TIMEOUT_SECONDS)
        .forEach(
            (partition, offset) -> {
              if (partition.topic().equals(topics.input())
                  && partition.partition() < offsets.length) {
                offsets[partition.partition()] = offset.offset();
              }
            });
    return offsets;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
