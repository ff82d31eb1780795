package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A primary on the own host with two replicas on others, and operators that read from them. */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class FreshRedisIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int KEYS = 100;
  private static final long READS = 2_000;
  private static final int SUBTASKS = 2;

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(SUBTASKS)
              .build());

  private static EmbeddedCluster cluster;
  private static RedisServer primary;

  private final RecordingMetricGroup metrics = new RecordingMetricGroup();
  private Set<Thread> threadsBefore;

  @BeforeAll
  static void start() {
    cluster =
        EmbeddedCluster.builder().nodes(1).redis(RedisSettings.defaults().withReplicas(2)).start();
    primary = cluster.redis().server(1);
    List<String> written =
        at(
            primary,
            redis -> IntStream.range(0, KEYS).mapToObj(i -> redis.set(key(i), value(i))).toList());
    assertThat(written).hasSize(KEYS).containsOnly("OK");
  }

  @AfterAll
  static void end() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @BeforeEach
  void rememberThreads() {
    threadsBefore = threads();
  }

  private static String key(long number) {
    return "key-" + number % KEYS;
  }

  private static String value(long number) {
    return "value of " + number % KEYS;
  }

  private static ColocatedRedisConfig config(String user) {
    return ColocatedRedisConfig.builder()
        .uris(List.of("redis://" + user + primary.address()))
        .localHosts(List.of(primary.host()))
        .build();
  }

  /** Equal to others, and not the same object. */
  private static FreshReadsConfig replicasFirst() {
    return FreshReadsConfig.builder()
        .maxStaleness(Duration.ofSeconds(1))
        .heartbeatEvery(Duration.ofMillis(10))
        .balance(Balance.REPLICAS_FIRST)
        .build();
  }

  private static CompletableFuture<Answer<String>> get(
      FreshRedis<String, String> reads, String key) {
    return reads.answer(key, redis -> redis.get(key));
  }

  /** Until the first proof has come. */
  private static void awaitReplica(FreshRedis<String, String> reads) {
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .until(() -> get(reads, key(0)).join().source() == Answer.Source.REPLICA);
  }

  @Test
  void operatorsOfAJobReadFreshReplicasAndLeaveNothingBehind() throws Exception {
    List<Set<String>> before = connections();
    StreamExecutionEnvironment job = StreamExecutionEnvironment.getExecutionEnvironment();
    job.setParallelism(SUBTASKS);
    List<String> answers = new ArrayList<>();

    try (CloseableIterator<String> results =
        AsyncDataStream.unorderedWait(
                job.fromSequence(0, READS - 1),
                new ReadValues(config(""), replicasFirst()),
                PATIENCE.toSeconds(),
                TimeUnit.SECONDS,
                50)
            .executeAndCollect()) {
      results.forEachRemaining(answers::add);
    }

    assertThat(answers).hasSize((int) READS).doesNotContain(ReadValues.WRONG);
    assertThat(answers).contains(Answer.Source.REPLICA.name());
    assertNothingIsLeft();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(openedSince(before)).isEmpty());
  }

  /** Emits who answered, or that the answer was wrong. */
  private static final class ReadValues extends RichAsyncFunction<Long, String> {
    private static final long serialVersionUID = 1L;
    static final String WRONG = "wrong";

    private final ColocatedRedisConfig config;
    private final FreshReadsConfig freshConfig;
    private transient ColocatedRedis<String, String> redis;
    private transient FreshRedis<String, String> reads;

    ReadValues(ColocatedRedisConfig config, FreshReadsConfig freshConfig) {
      this.config = config;
      this.freshConfig = freshConfig;
    }

    @Override
    public void open(OpenContext context) {
      redis = ColocatedRedis.open(config, getRuntimeContext().getMetricGroup());
      reads = redis.fresh(freshConfig);
      awaitReplica(reads);
    }

    @Override
    public void asyncInvoke(Long number, ResultFuture<String> result) {
      var unused =
          get(reads, key(number))
              .whenComplete(
                  (answer, failure) -> {
                    if (failure != null) {
                      result.completeExceptionally(failure);
                    } else {
                      boolean right = value(number).equals(answer.value());
                      result.complete(List.of(right ? answer.source().name() : WRONG));
                    }
                  });
    }

    @Override
    public void close() {
      if (redis != null) {
        redis.close();
      }
    }
  }

  @Test
  void operatorsWithEqualConfigurationsShareReadsThatEndWithTheLast() {
    ColocatedRedis<String, String> first = ColocatedRedis.open(config(""), metrics);
    ColocatedRedis<String, String> second = ColocatedRedis.open(config(""), metrics);
    FreshRedis<String, String> reads = second.fresh(replicasFirst());
    first.fresh(replicasFirst());
    assertThat(freshReadsThreads()).isEqualTo(1);
    first.fresh(FreshReadsConfig.of(Duration.ofSeconds(1)));
    assertThat(freshReadsThreads()).isEqualTo(2);

    first.close();

    assertThat(freshReadsThreads()).isEqualTo(1);
    awaitReplica(reads);
    second.close();
    assertNothingIsLeft();
  }

  @Test
  void metricsTellWhoAnsweredAndWhereThePrimaryIs() {
    try (ColocatedRedis<String, String> redis = ColocatedRedis.open(config(""), metrics)) {
      FreshRedis<String, String> reads = redis.fresh(replicasFirst());
      awaitReplica(reads);
      FreshRedis<String, String> primaryOnly = reads.within(Duration.ZERO);
      long before = gauge("primaryAnswers");

      List<CompletableFuture<Answer<String>>> answers =
          IntStream.range(0, 10).mapToObj(i -> get(primaryOnly, key(i))).toList();
      redis.await(answers);

      assertThat(answers)
          .allMatch(answer -> answer.join().source() == Answer.Source.PRIMARY)
          .hasSize(10);
      assertThat(gauge("primaryAnswers")).isEqualTo(before + 10);
      assertThat(gauge("replicaAnswers")).isPositive();
      assertThat(counter("localRequests"))
          .isEqualTo(gauge("primaryAnswers") + gauge("replicaAnswers"));
      assertThat(counter("remoteRequests")).isZero();
    }
  }

  private long gauge(String name) {
    return (Long) ((Gauge<?>) metrics.named("amoeba.redis.freshReads." + name)).getValue();
  }

  private long counter(String name) {
    return ((Counter) metrics.named("amoeba.redis." + name)).getCount();
  }

  @Test
  void aReadAfterAMarkSeesTheOwnWriteWhoeverAnswers() {
    try (ColocatedRedis<byte[], byte[]> redis = ColocatedRedis.openBinary(config(""), metrics)) {
      FreshRedis<byte[], byte[]> reads = redis.fresh(replicasFirst());
      byte[] key = "own".getBytes();
      for (int i = 0; i < 200; i++) {
        byte[] written = ("write " + i).getBytes();
        redis.await(List.of(redis.on(key).set(key, written)));

        byte[] seen = reads.after(reads.mark()).<byte[]>read(key, own -> own.get(key)).join();

        assertThat(seen).isEqualTo(written);
      }
    }
  }

  @Test
  void aUserWithoutRightsOnHeartbeatsIsToldTheRuleToAdd() {
    AclSetuserArgs rights =
        AclSetuserArgs.Builder.on()
            .addPassword("secret")
            .keyPattern("key-*")
            .addCategory(AclCategory.READ)
            .addCommand(CommandType.INFO)
            .addCommand(CommandType.CLUSTER)
            .addCommand(CommandType.HELLO)
            .addCommand(CommandType.CLIENT)
            .addCommand(CommandType.PING);
    cluster
        .redis()
        .servers()
        .forEach(server -> at(server, redis -> redis.aclSetuser("app", rights)));

    try (ColocatedRedis<String, String> redis =
        ColocatedRedis.open(config("app:secret@"), metrics)) {
      assertThatThrownBy(() -> redis.fresh(replicasFirst()))
          .isInstanceOf(RedisAccessException.class)
          .hasMessageContaining("Redis Cluster at [" + primary.address() + "]")
          .hasMessageContaining("ACL SETUSER <user> ~amoeba:fresh:* +get +set +readonly")
          .hasMessageNotContaining("secret");
    }

    assertNothingIsLeft();
  }

  @Test
  void aClosedConnectionOpensNoFreshReads() {
    ColocatedRedis<String, String> redis = ColocatedRedis.open(config(""), metrics);
    redis.close();

    assertThatThrownBy(() -> redis.fresh(replicasFirst()))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("is closed: open another one");
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() {
    assertThat(ColocatedRedis.CLIENTS.size()).isZero();
    assertThat(freshReadsThreads()).isZero();
    await().atMost(PATIENCE).until(() -> threadsBefore.containsAll(threads()));
  }

  private static long freshReadsThreads() {
    return threads().stream()
        .filter(thread -> thread.getName().equals("amoeba-fresh-reads") && thread.isAlive())
        .count();
  }

  /** Of lettuce and of this library; the servers' own client has some, too. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches("(lettuce|amoeba)-.*"))
        .collect(Collectors.toSet());
  }

  /** Those that servers have now and had not before; others may have ended meanwhile. */
  private static Set<String> openedSince(List<Set<String>> before) {
    List<Set<String>> now = connections();
    return IntStream.range(0, now.size())
        .boxed()
        .flatMap(i -> now.get(i).stream().filter(id -> !before.get(i).contains(id)))
        .collect(Collectors.toSet());
  }

  /** Each server's connections by their ids, without the one that asks. */
  private static List<Set<String>> connections() {
    return cluster.redis().servers().stream()
        .map(
            server ->
                at(
                    server,
                    redis -> {
                      String own = "id=" + redis.clientId();
                      return redis
                          .clientList()
                          .lines()
                          .map(line -> line.split(" ", 2)[0])
                          .filter(id -> !id.equals(own))
                          .collect(Collectors.toSet());
                    }))
        .toList();
  }

  private static <T> T at(RedisServer server, Function<RedisCommands<String, String>, T> action) {
    try (RedisClient client = RedisClient.create(server.uri());
        StatefulRedisConnection<String, String> connection = client.connect()) {
      return action.apply(connection.sync());
    }
  }
}
