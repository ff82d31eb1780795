package io.amoeba.hints.checks;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.agentchecks.NiceValues;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.StartOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * What replays do to a node, and what they leave alone. Three nodes that all have each key, clients
 * at the first, compressed batches. The second has a row cache, the third trie-indexed sstables.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplaysClusterIT {

  private static final int KEYS = 300;

  /** Thousands of hints take a busy machine long. */
  private static final long PULL_MILLIS = 180_000;

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String OPTIONS =
      "load-shedding=off,batches-in-flight=64,max-hint-age=60s,max-replay-time=10s,lz4=on";

  private CassandraCluster cluster;
  private NodeClient first;
  private NodeClient second;
  private NodeClient third;

  private static StartOptions node() {
    return StartOptions.NONE
        .withPatience()
        .withYaml("hinted_handoff_enabled", false)
        .withYaml("dynamic_snitch", false)
        .withYaml("file_cache_enabled", true)
        .withYaml("file_cache_size", "64MiB")
        .withYaml("storage_compatibility_mode", "NONE")
        .withYaml("tombstone_warn_threshold", 5)
        .withYaml("stream_entire_sstables", false)
        .withYaml("stream_throughput_outbound", "128KiB/s")
        .withAgent(AgentJars.readHints(), OPTIONS);
  }

  @BeforeAll
  void startThreeNodes() {
    cluster = HintCluster.start(node(), 1);
    launch(2, node().withYaml("row_cache_size", "16MiB"));
    launch(3, node().withYaml("sstable", Map.of("selected_format", "bti")));
    cluster.nodes().forEach(each -> each.awaitLive(LIMIT, cluster.nodes()));
    first = new NodeClient(cluster.node(1));
    second = new NodeClient(cluster.node(2));
    third = new NodeClient(cluster.node(3));
    HintCluster.makeKeyspace(first);
  }

  private void launch(int number, StartOptions options) {
    cluster.launch(number, options).awaitNormal(CassandraCluster.START_LIMIT);
  }

  @AfterAll
  void endAll() {
    HintCluster.end(cluster, first, second, third);
  }

  /** A table of its own for each test, on disk. */
  private void makeTable(String table, String options) {
    first.changeSchema(
        "CREATE TABLE shop."
            + table
            + " (id text, row int, text text, PRIMARY KEY (id, row))"
            + " WITH speculative_retry = 'NEVER'"
            + options);
    first.write("shop." + table, KEYS);
    cluster.nodes().forEach(node -> node.jmx().flush("shop", table));
  }

  /** Reads at ONE, until the two others have replayed what they did not serve. */
  private void readAndAwaitReplays(String table) {
    // Not those of tests before this one.
    long reached = HintCluster.settled(() -> accesses(table));
    first.read("shop." + table, KEYS, DefaultConsistencyLevel.ONE);
    await().atMost(LIMIT).until(() -> accesses(table) >= reached + 2L * KEYS);
  }

  private static long settled(NodeClient client, String counter) {
    return HintCluster.settled(() -> client.hints(counter));
  }

  private static long settled(NodeClient client, String counter, long least) {
    return HintCluster.settled(() -> client.hints(counter), least);
  }

  private long accesses(String table) {
    return second.hints("applied")
        + third.hints("applied")
        + second.localReads("shop", table)
        + third.localReads("shop", table);
  }

  @Test
  void hitsAndMissesOfTheOthersFollowTheCoordinators() {
    makeTable("followed", "");
    for (CassandraNode node : cluster.nodes()) {
      node.jmx().invoke("org.apache.cassandra.db:type=Caches", "invalidateKeyCache");
    }
    long[] missed = new long[2];
    for (int round = 0; round < 2; round++) {
      long hits = first.cache("KeyCache", "Hits");
      long misses = first.cache("KeyCache", "Misses");
      long hitsOfSecond = second.cache("KeyCache", "Hits");
      long missesOfSecond = second.cache("KeyCache", "Misses");

      readAndAwaitReplays("followed");

      hits = first.cache("KeyCache", "Hits") - hits;
      misses = first.cache("KeyCache", "Misses") - misses;
      hitsOfSecond = second.cache("KeyCache", "Hits") - hitsOfSecond;
      missesOfSecond = second.cache("KeyCache", "Misses") - missesOfSecond;
      System.out.printf(
          "Key cache, round %d: hits %d and %d, misses %d and %d%n",
          round + 1, hits, hitsOfSecond, misses, missesOfSecond);
      assertThat(hitsOfSecond).isCloseTo(hits, within(KEYS / 10L));
      assertThat(missesOfSecond).isCloseTo(misses, within(KEYS / 10L));
      missed[round] = missesOfSecond;
    }
    assertThat(missed[0]).isGreaterThan(KEYS * 9L / 10);
    assertThat(missed[1]).isLessThan(KEYS / 10);
  }

  @Test
  void trieIndexedTablesAreWarmedToo() {
    makeTable("tries", "");
    assertThat(dataFiles(third.node(), "tries")).allMatch(name -> name.startsWith("da-"));
    long chunks = third.cacheRequests("ChunkCache");

    readAndAwaitReplays("tries");

    assertThat(third.cacheRequests("ChunkCache") - chunks).isGreaterThanOrEqualTo(KEYS);
    assertThat(third.hints("dropped_failed")).isZero();
  }

  private static List<String> dataFiles(CassandraNode node, String table) {
    List<String> names = new ArrayList<>();
    // Not the whole folder: files of other tables come and go meanwhile.
    Path keyspace = node.dataFolders().get(0).resolve("shop");
    try (DirectoryStream<Path> tables = Files.newDirectoryStream(keyspace, table + "-*")) {
      for (Path folder : tables) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*-Data.db")) {
          files.forEach(file -> names.add(file.getFileName().toString()));
        }
      }
      assertThat(names).isNotEmpty();
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theRowCacheIsFilledWhereTheTableUsesIt() {
    makeTable("rows", " AND caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");

    readAndAwaitReplays("rows");

    long hits = second.cache("RowCache", "Hits");
    second.read("shop.rows", KEYS, DefaultConsistencyLevel.ONE);
    assertThat(second.cache("RowCache", "Hits") - hits).isGreaterThan(KEYS * 9L / 10);
  }

  @Test
  void replaysLeaveMetricsWarningsAndSamplersOfClientsReadsAlone() {
    makeTable("quiet", "");
    for (int row = 10; row < 20; row++) {
      first.run(
          "DELETE FROM shop.quiet WHERE id = '%s' AND row = %d".formatted(NodeClient.key(0), row));
    }
    List<String> metrics =
        List.of(
            "ReadLatency",
            "SSTablesPerReadHistogram",
            "TombstoneScannedHistogram",
            "LiveScannedHistogram");
    long[] before =
        metrics.stream().mapToLong(name -> second.ofTable("shop", "quiet", name)).toArray();
    long served = first.ofTable("shop", "quiet", "SSTablesPerReadHistogram");
    long logOfFirst = first.node().logBytes();
    long logOfSecond = second.node().logBytes();
    CompletableFuture<String> ofFirst = topPartitions(first.node());
    CompletableFuture<String> ofSecond = topPartitions(second.node());

    long reached = second.hints("applied");
    while (!ofFirst.isDone() || !ofSecond.isDone()) {
      first.read("shop.quiet", KEYS, DefaultConsistencyLevel.ONE);
      first.rows("SELECT text FROM shop.quiet WHERE id = '%s'".formatted(NodeClient.key(0)));
    }

    await().atMost(LIMIT).until(() -> second.hints("applied") >= reached + KEYS);
    long[] after =
        metrics.stream().mapToLong(name -> second.ofTable("shop", "quiet", name)).toArray();
    assertThat(after).isEqualTo(before);
    assertThat(first.ofTable("shop", "quiet", "SSTablesPerReadHistogram")).isGreaterThan(served);
    assertThat(ofFirst.join()).contains("user000");
    assertThat(ofSecond.join()).doesNotContain("user000");
    assertThat(first.node().logSince(logOfFirst)).contains("tombstone");
    assertThat(second.node().logSince(logOfSecond)).doesNotContain("tombstone");
  }

  private static CompletableFuture<String> topPartitions(CassandraNode node) {
    return CompletableFuture.supplyAsync(
        () -> node.nodetool("profileload", "shop", "quiet", "4000", "-a", "READS"));
  }

  @Test
  void lightweightTransactionsSystemAndVirtualTablesAreNotCaptured() {
    makeTable("transactions", "");
    long captured = settled(first, "captured");

    first.read("shop.transactions", 20, DefaultConsistencyLevel.SERIAL);
    for (int key = 0; key < 20; key++) {
      first.run(
          "UPDATE shop.transactions SET text = 'u' WHERE id = '%s' AND row = 1 IF text != 'v'"
              .formatted(NodeClient.key(key)));
      first.rows("SELECT * FROM system_schema.keyspaces WHERE keyspace_name = 'shop'");
      first.rows("SELECT * FROM system.local WHERE key = 'local'");
      first.rows("SELECT * FROM system_auth.roles WHERE role = 'cassandra'");
      first.rows("SELECT * FROM system_views.settings WHERE name = 'cluster_name'");
    }

    assertThat(settled(first, "captured")).isEqualTo(captured);
    first.read("shop.transactions", 20, DefaultConsistencyLevel.ONE);
    assertThat(settled(first, "captured", captured + 20)).isEqualTo(captured + 20);
  }

  /** Long keys: so few of them fill a batch that two peers have more of these than an inbox. */
  @Test
  void aHotSetOfMoreBatchesThanAnInboxTakesIsAppliedToItsLastHint() throws Exception {
    makeTable("long_keys", "");
    int keys = 2_500;
    String beginning = "k".repeat(1_000);
    List<NodeClient> coordinators = List.of(first, third);
    for (NodeClient coordinator : coordinators) {
      for (int key = 0; key < keys; key++) {
        coordinator.rows(
            "SELECT text FROM shop.long_keys WHERE id = '%s%d' AND row = 1"
                .formatted(beginning, key));
      }
      assertThat(settled(coordinator, "hot_set_size", keys)).isGreaterThanOrEqualTo(keys);
    }
    long expected = first.hints("hot_set_size") + third.hints("hot_set_size");

    long applied = HintBean.pullAndWait(second.node(), PULL_MILLIS, "");

    System.out.printf(
        "Hot sets of %d hints: %d applied, %d batches put off%n",
        expected, applied, second.hints("hot_set_put_off"));
    // Of tables that other tests have excluded or dropped there is nothing.
    assertThat(applied).isBetween(2L * keys, expected);
    assertThat(second.hints("dropped_inbox_full")).isZero();
  }

  @Test
  void anExcludedTableLeavesTheHotSet() throws Exception {
    makeTable("private", "");
    long others = settled(first, "hot_set_size");
    first.read("shop.private", KEYS, DefaultConsistencyLevel.ONE);
    settled(first, "hot_set_size", others + KEYS);
    long with = HintBean.pullAndWait(second.node(), PULL_MILLIS, "");
    assertThat(with).isGreaterThanOrEqualTo(KEYS);

    HintBean.call(first.node(), "exclude", "shop.private");
    try {
      assertThat(HintBean.pullAndWait(second.node(), PULL_MILLIS, "")).isEqualTo(with - KEYS);
    } finally {
      HintBean.call(first.node(), "include", "shop.private");
    }
    assertThat(HintBean.pullAndWait(second.node(), PULL_MILLIS, "")).isEqualTo(with);
  }

  @Test
  void aReceiverThatExcludesAKeyspaceAppliesNoHintsOfItsTables() {
    makeTable("refused", "");
    HintBean.call(second.node(), "exclude", "shop");
    try {
      long applied = settled(second, "applied");
      long switchedOff = second.hints("dropped_switched_off");

      first.read("shop.refused", KEYS, DefaultConsistencyLevel.ONE);

      await().atMost(LIMIT).until(() -> second.hints("dropped_switched_off") >= switchedOff + KEYS);
      assertThat(second.hints("applied")).isEqualTo(applied);
    } finally {
      HintBean.call(second.node(), "include", "shop");
    }
    readAndAwaitReplays("refused");
  }

  @Test
  void aCoordinatorThatExcludesAKeyspaceCapturesNoReadsOfItsTables() {
    makeTable("uncaptured", "");
    long captured = settled(first, "captured");
    HintBean.call(first.node(), "exclude", "shop");
    try {
      first.read("shop.uncaptured", KEYS, DefaultConsistencyLevel.ONE);

      assertThat(settled(first, "captured")).isEqualTo(captured);
    } finally {
      HintBean.call(first.node(), "include", "shop");
    }
    first.read("shop.uncaptured", KEYS, DefaultConsistencyLevel.ONE);
    assertThat(settled(first, "captured", captured + KEYS)).isEqualTo(captured + KEYS);
  }

  @Test
  void aBusyTableThatIsExcludedLeavesTheBufferToOthers() {
    makeTable("noisy", "");
    makeTable("wanted", "");
    HintBean.call(first.node(), "exclude", "shop.noisy");
    try {
      shrinkTheBuffer("noisy", "wanted");
      first.node().jmx().setAttribute(HintBean.NAME, "IntervalMillis", 60_000);
      long dropped = first.hints("dropped_buffer_full");

      first.read("shop.noisy", KEYS, DefaultConsistencyLevel.ONE);
      first.read("shop.wanted", 20, DefaultConsistencyLevel.ONE);

      assertThat(first.hints("dropped_buffer_full")).isEqualTo(dropped);
    } finally {
      HintBean.call(first.node(), "include", "shop.noisy");
      restoreTheBuffer();
    }
  }

  @Test
  void aReadWhoseRowsAreTooManyForAHintIsCounted() {
    makeTable("oversized", "");
    long before = first.hints("dropped_oversized");
    String rows = IntStream.range(0, 2_000).mapToObj(Integer::toString).collect(joining(","));

    first.rows(
        "SELECT text FROM shop.oversized WHERE id = '%s' AND row IN (%s)"
            .formatted(NodeClient.key(0), rows));

    await().atMost(LIMIT).until(() -> first.hints("dropped_oversized") == before + 1);
  }

  @Test
  void cassandrasMetricsAreTheCountersOfTheTable() {
    makeTable("measured", "");
    readAndAwaitReplays("measured");

    // One is read after the other: they are the same when nothing happens in between.
    await().atMost(LIMIT).untilAsserted(this::assertMetricsAreTheCounters);
  }

  private void assertMetricsAreTheCounters() {
    Map<String, Long> counters = first.hints();
    counters.keySet().removeIf(name -> !name.matches("dropped_.*|captured|sent.*|applied.*"));
    assertThat(counters).hasSizeGreaterThan(15);
    assertThat(counters.get("sent_bytes")).isPositive();
    counters.forEach(
        (name, value) ->
            assertThat(
                    first
                        .node()
                        .jmx()
                        .attribute(
                            "org.apache.cassandra.metrics:type=ReadHints,name=" + metric(name),
                            "Value"))
                .as(name)
                .isEqualTo(value));
  }

  /** As "SentBytes" for "sent_bytes". */
  private static String metric(String counter) {
    return Stream.of(counter.split("_"))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(joining());
  }

  @Test
  void operatorsSayHowMuchIsAppliedWhileTheNodeRuns() {
    makeTable("strained", "");
    try {
      long applied = settled(second, "applied");
      second.node().jmx().setAttribute(HintBean.NAME, "ApplyPercent", 25);
      long strain = second.hints("dropped_not_sampled");
      first.read("shop.strained", KEYS, DefaultConsistencyLevel.ONE);
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  second.hints("applied") - applied + second.hints("dropped_not_sampled") - strain
                      >= KEYS * 9L / 10);
      assertThat(second.hints("applied") - applied).isBetween(KEYS / 8L, KEYS / 2L);

      second.node().jmx().setAttribute(HintBean.NAME, "Applying", false);
      long appliedBefore = settled(second, "applied");
      long switchedOff = second.hints("dropped_switched_off");
      first.read("shop.strained", KEYS, DefaultConsistencyLevel.ONE);
      await()
          .atMost(LIMIT)
          .until(() -> second.hints("dropped_switched_off") - switchedOff >= KEYS * 9L / 10);
      assertThat(second.hints("applied")).isEqualTo(appliedBefore);

      first.node().jmx().setAttribute(HintBean.NAME, "Capturing", false);
      long captured = settled(first, "captured");
      first.read("shop.strained", KEYS, DefaultConsistencyLevel.ONE);
      assertThat(settled(first, "captured")).isEqualTo(captured);
    } finally {
      first.node().jmx().setAttribute(HintBean.NAME, "Capturing", true);
      second.node().jmx().setAttribute(HintBean.NAME, "Applying", true);
      second.node().jmx().setAttribute(HintBean.NAME, "ApplyPercent", 100);
    }
  }

  @Test
  void whileDataStreamsToANodeItAppliesAQuarterOfTheHintsAtMostAndAllOfThemAfterwards() {
    first.changeSchema(
        "CREATE TABLE shop.streamed (id text, row int, text text, PRIMARY KEY (id, row))"
            + " WITH speculative_retry = 'NEVER' AND compression = {'enabled': false}");
    first.write("shop.streamed", 5 * KEYS);
    cluster.nodes().forEach(node -> node.jmx().flush("shop", "streamed"));
    CompletableFuture<String> rebuilt =
        CompletableFuture.supplyAsync(
            () -> second.node().nodetool("rebuild", "--keyspace", "shop"));
    try {
      second.node().jmx().setAttribute(HintBean.NAME, "LoadShedding", true);
      await().atMost(LIMIT).until(() -> second.hints("effective_percent") <= 25);
      assertThat(rebuilt).isNotDone();
      long strain = second.hints("dropped_not_sampled");
      first.read("shop.streamed", KEYS, DefaultConsistencyLevel.ONE);
      await().atMost(LIMIT).until(() -> second.hints("dropped_not_sampled") > strain);
    } finally {
      List.of(first, third).forEach(ReplaysClusterIT::streamFast);
      rebuilt.join();
      // By itself it comes back only on a machine with idle CPUs.
      second.node().jmx().setAttribute(HintBean.NAME, "LoadShedding", false);
    }
    assertThat(second.hints("effective_percent")).isEqualTo(100);
    readAndAwaitReplays("streamed");
  }

  private static void streamFast(NodeClient source) {
    source
        .node()
        .jmx()
        .setAttribute(
            "org.apache.cassandra.db:type=StorageService", "StreamThroughputMbitPerSec", 1_000);
  }

  @Test
  void nodetoolReadsAttributesAndCallsOperations() {
    assertThat(mx("-mg", "-f", "MinBatchSize")).contains("256");
    assertThat(mx("-ms", "-f", "TargetPolicy", "-v", "all")).doesNotContain("xception");
    assertThat(mx("-mc", "-op", "pullHotSet")).contains("2");
  }

  private String mx(String... words) {
    List<String> all = new ArrayList<>(List.of("sjk", "mx", "-b", HintBean.NAME));
    all.addAll(List.of(words));
    return third.node().nodetool(all.toArray(String[]::new));
  }

  @Test
  void aFullBufferDropsAndCounts() {
    makeTable("many", "");
    long sent;
    try {
      shrinkTheBuffer("many");
      first.node().jmx().setAttribute(HintBean.NAME, "IntervalMillis", 60_000);
      long dropped = first.hints("dropped_buffer_full");

      await()
          .atMost(LIMIT)
          .until(
              () -> {
                first.read("shop.many", KEYS, DefaultConsistencyLevel.ONE);
                return first.hints("dropped_buffer_full") > dropped;
              });
      // They may be sent as soon as the interval is short again.
      sent = first.hintsSentTo(second.node());
    } finally {
      restoreTheBuffer();
    }
    long before = sent;
    Duration muchLessThanTheIntervalBefore = Duration.ofSeconds(40);
    await()
        .atMost(muchLessThanTheIntervalBefore)
        .until(() -> first.hintsSentTo(second.node()) > before);
  }

  /** To 100 reads; the last of these tables is one whose reads are hints. */
  private void shrinkTheBuffer(String... tables) {
    first.node().jmx().setAttribute(HintBean.NAME, "BufferEntries", 100);
    // Each of the two buffers gets its new size when it was emptied.
    for (int buffer = 0; buffer < 2; buffer++) {
      long sent = first.hintsSentTo(second.node());
      await()
          .atMost(LIMIT)
          .until(
              () -> {
                for (String table : tables) {
                  first.read("shop." + table, 1, DefaultConsistencyLevel.ONE);
                }
                return first.hintsSentTo(second.node()) > sent;
              });
    }
  }

  private void restoreTheBuffer() {
    first.node().jmx().setAttribute(HintBean.NAME, "IntervalMillis", 90);
    first.node().jmx().setAttribute(HintBean.NAME, "BufferEntries", 10_000);
  }

  @Test
  void replayThreadsLeaveTheProcessorToOthers() throws IOException {
    long process = second.node().process().pid();
    int ofNode = NiceValues.ofProcess(process);
    List<NiceValues.ThreadNice> threads = NiceValues.ofThreads(process);
    int replaying = 0;
    for (NiceValues.ThreadNice thread : threads) {
      boolean replays = thread.name().startsWith("ReadHintReplay");
      assertThat(thread.value())
          .as(thread.name())
          .isEqualTo(replays ? NiceValues.raised(ofNode, 10) : ofNode);
      replaying += replays ? 1 : 0;
    }
    assertThat(replaying).isEqualTo(2);
  }
}
