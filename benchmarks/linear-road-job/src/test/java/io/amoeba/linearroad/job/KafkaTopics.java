package io.amoeba.linearroad.job;

import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.InputRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Feeds and reads a broker. Confined to one thread. */
final class KafkaTopics implements AutoCloseable {
  private final Map<String, Object> servers;
  private final KafkaProducer<byte[], byte[]> producer;

  KafkaTopics(String bootstrapServers) {
    servers = Map.of("bootstrap.servers", bootstrapServers);
    producer = new KafkaProducer<>(servers, new ByteArraySerializer(), new ByteArraySerializer());
  }

  void create(String topic, int partitions) {
    try (Admin admin = Admin.create(servers)) {
      NewTopic created = new NewTopic(topic, partitions, (short) 1);
      admin
          .createTopics(List.of(created.configs(Map.of("message.timestamp.type", "LogAppendTime"))))
          .all()
          .get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException("cannot create topic " + topic, e);
    }
  }

  /** Sends records by VID to two partitions, and a bad line and a tick to both. */
  void send(String topic, List<InputRecord> input, int from, int to, boolean finished) {
    for (InputRecord record : input.subList(from, to)) {
      producer.send(
          new ProducerRecord<>(topic, record.vid() % 2, null, InputRecords.toBytes(record)));
    }
    int last = input.get(to - 1).time();
    for (int partition = 0; partition < 2; partition++) {
      byte[] tick = InputRecords.tick(finished ? last + 600 : last);
      producer.send(new ProducerRecord<>(topic, partition, null, "no record".getBytes()));
      producer.send(new ProducerRecord<>(topic, partition, null, tick));
    }
    producer.flush();
  }

  /** All committed answers of a topic. */
  AnswerSet answers(String topic) {
    AnswerSet answers = new AnswerSet();
    for (byte[] line : committed(topic)) {
      answers.addLine(line, 0, line.length);
    }
    return answers;
  }

  List<byte[]> committed(String topic) {
    List<byte[]> values = new ArrayList<>();
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            servers.get("bootstrap.servers"),
            "isolation.level",
            "read_committed");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
        for (ConsumerRecord<byte[], byte[]> found : consumer.poll(Duration.ofMillis(200))) {
          values.add(found.value());
        }
      }
    }
    return values;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
