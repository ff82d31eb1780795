package io.amoeba.linearroad.observe;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets up to which the job has read its input, as of its last checkpoint. They go on when
 * Flink's metrics stand still, as they may after the loss of a TaskManager. Confined to the
 * observing thread.
 */
public final class ConsumedOffsets implements AutoCloseable {
  /** The consumer group of the job's source. */
  private static final String GROUP = "linear-road";

  private static final long TIMEOUT_SECONDS = 5;

  private final Admin admin;
  private final String topic;
  private final int partitions;

  /** Connects to a broker. */
  public ConsumedOffsets(String bootstrapServers, String topic, int partitions) {
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    this.topic = topic;
    this.partitions = partitions;
  }

  /** The offset behind the last record that was read, for each partition; 0: none was. */
  public long[] read() {
    long[] offsets = new long[partitions];
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin
              .listConsumerGroupOffsets(GROUP)
              .partitionsToOffsetAndMetadata()
              .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      committed.forEach(
          (partition, offset) -> {
            if (partition.topic().equals(topic) && partition.partition() < partitions) {
              offsets[partition.partition()] = offset.offset();
            }
          });
      return offsets;
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Kafka did not tell what the job has read: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking Kafka", e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
