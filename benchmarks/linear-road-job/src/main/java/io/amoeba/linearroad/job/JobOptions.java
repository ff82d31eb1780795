package io.amoeba.linearroad.job;

import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.linearroad.job.exchange.HandOver;
import io.amoeba.redis.ColocatedRedisConfig;
import java.time.Duration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.jspecify.annotations.Nullable;

/**
 * The options of a run; see {@link JobArguments} for their text form. Immutable.
 *
 * @param handOver of the custom-partitioned exchanges
 * @param freshReads of past days and of the history of segments; null: primaries answer
 * @param keyed whether Toll is part of a keyed stream whose key groups are hash slots, and not
 *     behind such an exchange
 * @param orderProbe folder for access logs; null: none
 */
record JobOptions(
    Kafka kafka,
    ColocatedRedisConfig redis,
    int redisBatch,
    @Nullable FreshReadsConfig freshReads,
    Duration linger,
    HandOver handOver,
    boolean keyed,
    int parallelism,
    Duration checkpointInterval,
    Duration bufferTimeout,
    @Nullable String orderProbe) {
  /** Where the input comes from and the output goes to. */
  record Kafka(
      String bootstrapServers,
      String inputTopic,
      String answerTopic,
      String rejectedTopic,
      DeliveryGuarantee guarantee) {
    /** Runs share no topics, so the name keeps the transactions of runs apart. */
    String transactionPrefix() {
      return "linear-road-" + answerTopic;
    }
  }
}
