package io.amoeba.linearroad.answers;

import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.csv.IntegerFields;
import io.amoeba.linearroad.kafka.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed answers as they arrive, on a thread of its own. Latencies may be read at any
 * time, answers after {@link #finish}. Otherwise safe for concurrent use.
 */
public final class AnswerCollector implements AutoCloseable {
  private static final String APPEND_MILLIS = "appendMillis";
  private static final String LATENCY_MICROS = "latencyMicros";
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long CLOSE_WAIT_MILLIS = 5_000;
  private static final int TOLL_FIELDS = 6;
  private static final int TOLL_TIME = 2;

  private final Topics topics;
  private final @Nullable AnswerFiles files;
  private final AnswerSet answers = new AnswerSet();
  private final LatencySeries tollLatencies = new LatencySeries();
  private final TollMinutes tollMinutes = new TollMinutes();
  private final AnswerTimes times = new AnswerTimes(System.currentTimeMillis());
  private final long[] toll = new long[TOLL_FIELDS];
  private final Map<Integer, LatencySeries> responseMillisByType = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::collect, "linear-road-answers");
  private long rejectedLines;
  private volatile boolean finishRequested;
  private volatile boolean stopRequested;
  private volatile @Nullable RuntimeException failure;

  private AnswerCollector(Topics topics, @Nullable AnswerFiles files) {
    this.topics = topics;
    this.files = files;
  }

  /**
   * Starts to collect.
   *
   * @param folder for the lines of the answers; null: none
   */
  public static AnswerCollector start(Topics topics, @Nullable Path folder) {
    try {
      AnswerCollector collector =
          new AnswerCollector(topics, folder == null ? null : AnswerFiles.create(folder));
      collector.thread.setDaemon(true);
      collector.thread.start();
      return collector;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write answers to " + folder, e);
    }
  }

  /** Time in microseconds between the arrival of a crossing at operator Toll and its answer. */
  public LatencySeries tollLatencies() {
    return tollLatencies;
  }

  /** Answers of operator Toll by simulated minutes. */
  public TollMinutes tollMinutes() {
    return tollMinutes;
  }

  /** When answers of all types arrived. */
  public AnswerTimes times() {
    return times;
  }

  /** Time in milliseconds between the append of a record to Kafka and that of its answer. */
  public LatencySeries responseMillis(int type) {
    return responseMillisByType.computeIfAbsent(type, t -> new LatencySeries());
  }

  /** Throws the failure that ended the collection, if there is one. */
  public void check() {
    RuntimeException failed = failure;
    if (failed != null) {
      throw failed;
    }
  }

  /** Reads the remaining answers and ends; the job must have ended before. */
  public AnswerSet finish(Duration timeout) throws InterruptedException {
    finishRequested = true;
    thread.join(timeout.toMillis());
    check();
    if (thread.isAlive()) {
      throw new IllegalStateException(
          "The answers could not be read from Kafka within %d s: see the log kafka.log"
              .formatted(timeout.toSeconds()));
    }
    return answers;
  }

  /** Number of input lines that the job did not accept; known after {@link #finish}. */
  public long rejectedLines() {
    return rejectedLines;
  }

  private void collect() {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> partitions = new ArrayList<>();
      IntStream.range(0, topics.partitions())
          .forEach(p -> partitions.add(new TopicPartition(topics.answers(), p)));
      partitions.add(new TopicPartition(topics.rejected(), 0));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (!stopRequested && !(finishRequested && isAtEnd(consumer, partitions))) {
        consumer.poll(POLL).forEach(this::take);
      }
      if (files != null) {
        files.close();
      }
    } catch (IOException e) {
      failure = new UncheckedIOException("cannot write answers", e);
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Properties config = new Properties();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, topics.bootstrapServers());
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static boolean isAtEnd(
      KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    return consumer.endOffsets(partitions).entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private void take(ConsumerRecord<byte[], byte[]> message) {
    if (message.topic().equals(topics.rejected())) {
      rejectedLines++;
      return;
    }
    byte[] line = message.value();
    answers.addLine(line, 0, line.length);
    int type = line.length == 0 ? -1 : line[0] - '0';
    if (type < 0 || type >= AnswerSet.TYPES) {
      return; // counted as unreadable
    }
    if (files != null) {
      files.add(type, line);
    }
    times.add(message.timestamp());
    long appended = header(message, APPEND_MILLIS);
    if (appended > 0) {
      responseMillis(type).add(message.timestamp(), message.timestamp() - appended);
    }
    if (type == TollNotification.TYPE) {
      tollLatencies.add(message.timestamp(), header(message, LATENCY_MICROS));
      if (IntegerFields.readAll(line, 0, line.length, toll) == TOLL_FIELDS) {
        tollMinutes.add(toll[TOLL_TIME], message.timestamp());
      }
    }
  }

  private static long header(ConsumerRecord<byte[], byte[]> message, String name) {
    Header header = message.headers().lastHeader(name);
    return header == null || header.value().length != Long.BYTES
        ? 0
        : ByteBuffer.wrap(header.value()).getLong();
  }

  @Override
  public void close() {
    stopRequested = true;
    try {
      thread.join(CLOSE_WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
