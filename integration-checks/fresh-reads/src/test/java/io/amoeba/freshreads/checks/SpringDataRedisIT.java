package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshRouting;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A template of Spring Data Redis whose reads leave the primary for a replica that is fresh. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class SpringDataRedisIT {
  private static final Duration BOUND = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String KEY = "seg:7";
  private static final String FIELD = "lav";
  private static final int READS = 100;

  @TempDir Path folder;

  private ReplicatedStore store;
  private RedisServer primary;
  private RedisServer replica;
  private ReplicationLink link;
  private ClientResources resources;
  private LettuceConnectionFactory factory;
  private StringRedisTemplate template;
  private FreshReads<byte[], byte[]> reads;

  /** As {@code docs/fresh-reads.md} configures it, without annotations. */
  @BeforeEach
  void start() {
    RedisSettings settings = RedisSettings.defaults().withReplicas(1);
    store = ReplicatedStore.start(folder, 1, settings.with("cluster-node-timeout", "60000"));
    primary = store.servers().server(1);
    replica = store.servers().server(2);
    link = store.link(replica);
    resources = ReplicatedStore.resources(store.network()::direct);
    FreshRouting routing = new FreshRouting();
    LettuceClientConfiguration lettuce =
        LettuceClientConfiguration.builder()
            .clientResources(resources)
            .clientOptions(
                ReplicatedStore.options()
                    .mutate()
                    .readOnlyCommands(routing.readOnlyCommands())
                    .build())
            .readFrom(routing)
            .build();
    factory =
        new LettuceConnectionFactory(
            new RedisClusterConfiguration(List.of(primary.address())), lettuce);
    factory.afterPropertiesSet();
    FreshReadsConfig config =
        FreshReadsConfig.builder().maxStaleness(BOUND).balance(Balance.REPLICAS_FIRST).build();
    RedisClusterClient client = (RedisClusterClient) factory.getRequiredNativeClient();
    reads = FreshReads.open(client, ByteArrayCodec.INSTANCE, config);
    routing.follow(reads);
    template = new StringRedisTemplate(factory);
  }

  @AfterEach
  void stop() {
    link.restore();
    reads.close();
    factory.destroy();
    resources.shutdown(0, 2, TimeUnit.SECONDS);
    store.close();
  }

  private Stream<Object> read() {
    return IntStream.range(0, READS).mapToObj(i -> template.opsForHash().get(KEY, FIELD));
  }

  private int servedBy(RedisServer server) {
    return HashReads.servedBy(store.on(server));
  }

  /** Until all reads are served by the replica. */
  private void awaitReplica() {
    HashReads.awaitAllServed(READS, () -> servedBy(replica), this::read);
  }

  private boolean isTooOld() {
    return reads.snapshot().shards().get(0).replicas().stream()
        .allMatch(one -> one.provenAge().map(age -> age.compareTo(BOUND) > 0).orElse(true));
  }

  @Test
  void aTemplateReadsFromAReplicaAsLongAsItIsFresh() {
    template.opsForHash().put(KEY, FIELD, "older");
    awaitReplica();

    link.silence();
    template.opsForHash().put(KEY, FIELD, "newer");
    await().atMost(PATIENCE).until(this::isTooOld);
    int before = servedBy(replica);

    assertThat(read()).hasSize(READS).containsOnly("newer");
    assertThat(servedBy(replica)).isEqualTo(before);
    // Without the proof the replica would answer, and wrongly.
    store.on(replica).readOnly();
    assertThat(store.on(replica).hget(KEY, FIELD)).isEqualTo("older");

    link.restore();
    awaitReplica();
    assertThat(read()).containsOnly("newer");
  }
}
