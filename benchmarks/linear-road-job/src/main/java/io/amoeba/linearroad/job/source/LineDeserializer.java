package io.amoeba.linearroad.job.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes the value and the time stamp of Kafka records as they are. */
public final class LineDeserializer implements KafkaRecordDeserializationSchema<RawLine> {
  private static final long serialVersionUID = 1L;
  private static final byte[] EMPTY = {};

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> kafkaRecord, Collector<RawLine> out) {
    byte[] value = kafkaRecord.value();
    out.collect(new RawLine(value == null ? EMPTY : value, kafkaRecord.timestamp()));
  }

  @Override
  public TypeInformation<RawLine> getProducedType() {
    return Types.POJO(RawLine.class);
  }
}
