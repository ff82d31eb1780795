package io.amoeba.linearroad.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.history.StoreContents;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.reference.ReferenceModel;
import io.amoeba.partitioner.function.AlignedFunction;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two TaskManagers, two Redis primaries with a replica each, and a Kafka broker, all of them
 * processes of their own. Each test has its own topics, and finds nothing in Redis but the history.
 */
@TestInstance(Lifecycle.PER_CLASS)
class LinearRoadJobIT {
  private static final long SEED = 20_261_120;
  private static final int VEHICLES = 700;
  private static final int SECONDS = 420;
  private static final int NODES = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  private final List<InputRecord> input = RandomTraffic.records(SEED, VEHICLES, SECONDS);
  private final List<TollRow> tollRows = RandomTraffic.tolls(SEED, VEHICLES);
  private final List<SegmentRow> segmentRows = RandomTraffic.segments(SEED);
  private final AnswerSet right = reference();

  @TempDir private Path folder;
  private EmbeddedCluster cluster;
  private KafkaTopics kafka;

  @BeforeAll
  void start() {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults().withReplicas(1))
            .kafka()
            .flink(
                FlinkSettings.of(FlinkVersion.V2_3)
                    .withExtraJars(List.of(JavaCommand.entry(AlignedFunction.class)))
                    .withConfig(
                        Map.of(
                            "restart-strategy.type", "fixed-delay",
                            "restart-strategy.fixed-delay.attempts", "100",
                            "restart-strategy.fixed-delay.delay", "500 ms",
                            "heartbeat.interval", "1 s"))
                    .withSystemProperties(
                        node -> Map.of("amoeba.node.host", EmbeddedCluster.nodeHost(node))))
            .start();
    kafka = new KafkaTopics(cluster.kafka().bootstrapServers());
  }

  @BeforeEach
  void loadHistoryOnly() throws IOException {
    try (StoreContents store = StoreContents.connect(redisUris())) {
      store.clear();
      store.loadTolls(file("tolls.csv", tollRows, LinearRoadJobIT::line));
      store.loadSegments(file("segments.csv", segmentRows, LinearRoadJobIT::line));
    }
  }

  private <R> Path file(String name, List<R> rows, Function<R, String> line) throws IOException {
    return Files.write(folder.resolve(name), rows.stream().map(line).toList());
  }

  private static String line(TollRow row) {
    return row.vid() + "," + row.day() + "," + row.xway() + "," + row.toll();
  }

  private static String line(SegmentRow row) {
    return Stream.of(
            row.dow(), row.tod(), row.xway(), row.dir(), row.segment(), row.lav(), row.toll())
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  @AfterAll
  void end() {
    if (kafka != null) {
      kafka.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,ordered,false",
    "2,64,ordered,false",
    "2,64,hash,false",
    "2,16,immediate,false",
    "1,1,ordered,true",
    "2,64,ordered,true"
  })
  void answersAreThoseOfTheReferenceModel(
      int parallelism, int redisBatch, String handOver, boolean keyed) {
    String run = "plain-" + parallelism + "-" + redisBatch + "-" + handOver + "-" + keyed;
    String job = submit(run, parallelism, redisBatch, handOver, keyed);
    kafka.send(run + "-in", input, 0, input.size(), true);

    AnswerSet given = awaitAnswers(run, job);

    assertThat(compare(given)).isEqualTo("equal");
    assertThat(kafka.committed(run + "-rejected")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64})
  void replicasAnswerQueriesAboutThePastAndTheAnswersStayRight(int redisBatch) {
    String run = "fresh-" + redisBatch;
    long before = readsOfReplicas();
    String job =
        submit(
            run,
            2,
            redisBatch,
            "ordered",
            false,
            Map.of("freshReadsMillis", "1000", "replicasFirst", "true"));
    kafka.send(run + "-in", input, 0, input.size(), true);

    AnswerSet given = awaitAnswers(run, job);

    assertThat(compare(given)).isEqualTo("equal");
    assertThat(readsOfReplicas()).isGreaterThan(before);
  }

  /** Replication brings writes alone. */
  private long readsOfReplicas() {
    long reads = 0;
    for (RedisServer replica : servers(NODES, 2 * NODES)) {
      try (RedisClient client = RedisClient.create(replica.uri());
          StatefulRedisConnection<String, String> connection = client.connect()) {
        Matcher calls =
            Pattern.compile("cmdstat_hmget:calls=(\\d+)")
                .matcher(connection.sync().info("commandstats"));
        reads += calls.find() ? Long.parseLong(calls.group(1)) : 0;
      }
    }
    return reads;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void answersSurviveAKilledTaskManager(boolean keyed) {
    String run = "killed-" + keyed;
    String job = submit(run, 2, 64, "ordered", keyed);
    int half = input.size() / 2;
    kafka.send(run + "-in", input, 0, half, false);
    await().atMost(PATIENCE).until(() -> kafka.answers(run + "-out").size() > right.size() / 4);

    cluster.flink().taskManager(2).kill();
    kafka.send(run + "-in", input, half, input.size(), true);
    cluster.flink().startTaskManager(2);
    AnswerSet given = awaitAnswers(run, job);

    assertThat(compare(given)).isEqualTo("equal");
  }

  private AnswerSet awaitAnswers(String run, String job) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> kafka.answers(run + "-out").size() >= right.size());
    // The savepoint, which needs every subtask, commits whatever else there might be.
    cluster.flink().jobs().awaitRunning(job, PATIENCE);
    cluster.flink().jobs().stopWithSavepoint(job, false, folder);
    OrderProbe.Result order = OrderProbe.check(folder.resolve("probe-" + run));
    assertThat(order.accesses()).isPositive();
    assertThat(order.isClean()).as(order.toString()).isTrue();
    return kafka.answers(run + "-out");
  }

  private String compare(AnswerSet given) {
    AnswerComparison comparison = AnswerComparison.of(right, given);
    return comparison.isEqual() ? "equal" : comparison.message();
  }

  private String submit(
      String run, int parallelism, int redisBatch, String handOver, boolean keyed) {
    return submit(run, parallelism, redisBatch, handOver, keyed, Map.of());
  }

  private String submit(
      String run,
      int parallelism,
      int redisBatch,
      String handOver,
      boolean keyed,
      Map<String, String> further) {
    kafka.create(run + "-in", 2);
    kafka.create(run + "-out", 2);
    kafka.create(run + "-rejected", 1);
    List<String> arguments = new ArrayList<>();
    Map<String, String> options = new HashMap<>(further);
    options.put("bootstrap", cluster.kafka().bootstrapServers());
    options.put("redis", String.join(",", redisUris()));
    options.put("input", run + "-in");
    options.put("answers", run + "-out");
    options.put("rejected", run + "-rejected");
    options.put("parallelism", Integer.toString(parallelism));
    options.put("redisBatch", Integer.toString(redisBatch));
    options.put("handOver", handOver);
    options.put("keyed", Boolean.toString(keyed));
    options.put("checkpointMillis", "500");
    options.put("orderProbe", folder.resolve("probe-" + run).toString());
    options.forEach(
        (key, value) -> {
          arguments.add("--" + key);
          arguments.add(value);
        });
    String job =
        cluster
            .flink()
            .jobs()
            .run(
                Path.of(System.getProperty("amoeba.job.jar")),
                LinearRoadJob.class.getName(),
                arguments,
                parallelism);
    cluster.flink().jobs().awaitRunning(job, PATIENCE);
    return job;
  }

  private List<String> redisUris() {
    return servers(0, NODES).stream().map(server -> "redis://" + server.address()).toList();
  }

  /** The primaries, followed by their replicas. */
  private List<RedisServer> servers(int from, int to) {
    return cluster.redis().servers().subList(from, to);
  }

  private AnswerSet reference() {
    Map<List<Integer>, Integer> tolls = new HashMap<>();
    tollRows.forEach(r -> tolls.put(List.of(r.vid(), r.day(), r.xway()), r.toll()));
    Map<List<Integer>, SegmentRow> segments = new HashMap<>();
    segmentRows.forEach(
        r -> segments.put(List.of(r.dow(), r.tod(), r.xway(), r.dir(), r.segment()), r));
    return ReferenceModel.answers(
        input.iterator(),
        (vid, day, xway) -> tolls.getOrDefault(List.of(vid, day, xway), 0),
        (dow, tod, xway, dir, segment) -> segments.get(List.of(dow, tod, xway, dir, segment)));
  }
}
