package io.amoeba.freshreads.checks;

import io.amoeba.freshreads.Answer.Source;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Reads with a bound, most of them from replicas. */
final class FreshReadsUnderTest implements ReadsUnderTest {
  private final FreshReads<String, String> reads;

  FreshReadsUnderTest(RedisClusterClient client, Duration bound, Evidence evidence) {
    // Without patience replicas are read even where the primary has no load, and with so many
    // heartbeats they are fresh even where reads are slow.
    reads =
        FreshReads.open(
            client,
            StringCodec.UTF8,
            FreshReadsConfig.builder()
                .maxStaleness(bound)
                .primaryPatience(0)
                .heartbeatShare(0.5)
                .evidence(evidence)
                .build());
  }

  @Override
  public CompletionStage<Stamp> read(String key) {
    return reads
        .answer(key, redis -> redis.lindex(key, -1))
        .thenApply(answer -> new Stamp(answer.value(), answer.source() == Source.REPLICA));
  }

  @Override
  public void close() {
    reads.close();
  }
}
