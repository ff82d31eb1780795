package io.amoeba.linearroad.job.answer;

import java.nio.ByteBuffer;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * Kafka records of answers: key the type as a digit, value the line, headers {@link #APPEND_MILLIS}
 * and {@link #LATENCY_MICROS} as 8 bytes, big-endian. Each subtask writes to one partition.
 * Stateless.
 */
public record AnswerRecords(String topic) implements KafkaRecordSerializationSchema<TimedAnswer> {
  /** When Kafka got the report or query, in milliseconds since the epoch. */
  public static final String APPEND_MILLIS = "appendMillis";

  /** How long the operator that answered had the report or query, in microseconds. */
  public static final String LATENCY_MICROS = "latencyMicros";

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      TimedAnswer answer, KafkaSinkContext context, Long timestamp) {
    int[] partitions = context.getPartitionsForTopic(topic);
    // By key there would be one busy partition: most answers have the same type.
    int partition = partitions[context.getParallelInstanceId() % partitions.length];
    byte[] key = {(byte) ('0' + answer.type())};
    // No time stamp of its own: the time of sending, not the simulated time.
    ProducerRecord<byte[], byte[]> kafkaRecord =
        new ProducerRecord<>(topic, partition, null, key, answer.line());
    Headers headers = kafkaRecord.headers();
    headers.add(APPEND_MILLIS, bytes(answer.appendMillis()));
    headers.add(LATENCY_MICROS, bytes(answer.latencyMicros()));
    return kafkaRecord;
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }
}
