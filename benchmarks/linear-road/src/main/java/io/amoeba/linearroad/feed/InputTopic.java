package io.amoeba.linearroad.feed;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.InputRecords;
import io.amoeba.linearroad.kafka.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The input topic: one producer, so the records of a partition keep their order. A vehicle has one
 * partition. A failed write is reported by the next call as {@link IllegalStateException}. Confined
 * to one thread.
 */
final class InputTopic implements AutoCloseable {
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  private final KafkaProducer<byte[], byte[]> producer;
  private final Topics topics;
  private final long[] offsets;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  InputTopic(Topics topics) {
    this.topics = topics;
    this.offsets = new long[topics.partitions()];
    Properties config = new Properties();
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, topics.bootstrapServers());
    config.put(ProducerConfig.LINGER_MS_CONFIG, "5");
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, "131072");
    this.producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Promises every partition that no earlier record follows. */
  void tick(int second) {
    byte[] line = InputRecords.tick(second);
    for (int partition = 0; partition < offsets.length; partition++) {
      send(partition, line);
    }
  }

  void send(InputRecord input) {
    send(input.vid() % offsets.length, InputRecords.toBytes(input));
  }

  /** The offset behind the last record of each partition, for a topic that was empty. */
  List<Long> offsets() {
    return Arrays.stream(offsets).boxed().toList();
  }

  private void send(int partition, byte[] line) {
    throwFailure();
    offsets[partition]++;
    var unused =
        producer.send(
            new ProducerRecord<>(topics.input(), partition, null, line),
            (metadata, exception) -> {
              if (exception != null) {
                failure.compareAndSet(null, exception);
              }
            });
  }

  /** Waits until everything is in Kafka. */
  void flush() {
    producer.flush();
    throwFailure();
  }

  private void throwFailure() {
    Exception failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("Kafka did not take the input: " + failed, failed);
    }
  }

  @Override
  public void close() {
    producer.close(CLOSE_WAIT);
  }
}
