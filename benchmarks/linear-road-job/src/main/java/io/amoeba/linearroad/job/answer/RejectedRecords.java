package io.amoeba.linearroad.job.answer;

import io.amoeba.linearroad.job.source.Rejected;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Kafka records of rejected lines: value the line, header {@link #PROBLEM} as text. Stateless. */
public record RejectedRecords(String topic) implements KafkaRecordSerializationSchema<Rejected> {
  /** The fault of the line. */
  public static final String PROBLEM = "problem";

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Rejected rejected, KafkaSinkContext context, Long timestamp) {
    ProducerRecord<byte[], byte[]> kafkaRecord = new ProducerRecord<>(topic, rejected.line());
    kafkaRecord.headers().add(PROBLEM, rejected.problem().getBytes(StandardCharsets.UTF_8));
    return kafkaRecord;
  }
}
