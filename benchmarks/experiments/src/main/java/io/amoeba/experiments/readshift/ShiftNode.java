package io.amoeba.experiments.readshift;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.probe.NodeBeans;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.management.JMException;

/**
 * A Cassandra node with the read-shift agent. Closing ends the connection to its MBeans. Confined
 * to one thread, but for the copy of a snapshot.
 *
 * @param number from 1
 * @param shell runs a command of a POSIX shell where the node's files are, and gives its output
 * @param data the folder of its keyspaces, there
 */
record ShiftNode(
    int number, InetSocketAddress cql, NodeBeans beans, UnaryOperator<String> shell, String data)
    implements AutoCloseable {
  private static final String SHIFT = "io.amoeba:type=ReadShift";
  private static final String HINTS = "io.amoeba:type=ReadHints";
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String COMPACTIONS = "org.apache.cassandra.db:type=CompactionManager";
  private static final String TABLE =
      "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name="
          .formatted(ShiftRows.KEYSPACE, ShiftRows.TABLE);
  private static final String CACHE = "org.apache.cassandra.metrics:type=Cache,scope=";
  private static final String STRING = String.class.getName();
  private static final String STRINGS = String[].class.getName();
  private static final String SNAPSHOT = "amoeba-bench";
  private static final int LEAST_COPY = 1_024;

  /** A step of an operation on a node. */
  interface Call<T> {
    T on() throws JMException, IOException;
  }

  private <T> T ask(Call<T> call) {
    try {
      return call.on();
    } catch (JMException | IOException e) {
      throw new IllegalStateException("Node %d does not answer: %s".formatted(number, e), e);
    }
  }

  /** Lets the agent do what the mode says. */
  void apply(ShiftMode mode) {
    ask(
        () -> {
          beans.set(SHIFT, "Severity", mode.announces() ? "always" : "off");
          beans.set(SHIFT, "Turns", mode.takesTurns());
          return true;
        });
  }

  /** Announces work; whether reads leave at once. */
  boolean announce(long seconds) {
    return ask(() -> beans.call(SHIFT, "announce", new Object[] {seconds}, "long"))
        .equals("shifted");
  }

  void withdraw() {
    ask(() -> beans.call(SHIFT, "withdraw", new Object[0]));
  }

  /** quiet, announced, shifted or returning. */
  String phase() {
    return ask(() -> beans.attribute(SHIFT, "Phase")).orElse("").toString();
  }

  /** Whether it compacts the table at the moment. */
  boolean compacts() {
    Object running = ask(() -> beans.attribute(COMPACTIONS, "Compactions")).orElse(List.of());
    return running instanceof List<?> list
        && list.stream()
            .anyMatch(
                each ->
                    each instanceof Map<?, ?> one
                        && ShiftRows.TABLE.equals(one.get("columnfamily"))
                        && "Compaction".equals(one.get("taskType")));
  }

  int sstables() {
    return ((Number) ask(() -> beans.attribute(TABLE + "LiveSSTableCount", "Value")).orElse(0))
        .intValue();
  }

  void flush() {
    onTable("forceKeyspaceFlush");
  }

  /** The table has one sstable then. */
  void compactAll() {
    flush();
    ask(
        () ->
            beans.call(
                STORAGE,
                "forceKeyspaceCompaction",
                new Object[] {false, ShiftRows.KEYSPACE, new String[] {ShiftRows.TABLE}},
                "boolean",
                STRING,
                STRINGS));
  }

  /** From now on the table is compacted on order only. */
  void stopCompactions() {
    onTable("disableAutoCompaction");
  }

  private void onTable(String operation) {
    ask(
        () ->
            beans.call(
                STORAGE,
                operation,
                new Object[] {ShiftRows.KEYSPACE, new String[] {ShiftRows.TABLE}},
                STRING,
                STRINGS));
  }

  void takeSnapshot() {
    ask(
        () ->
            beans.call(
                STORAGE,
                "takeSnapshot",
                new Object[] {SNAPSHOT, Map.of(), new String[] {ShiftRows.KEYSPACE}},
                STRING,
                Map.class.getName(),
                STRINGS));
  }

  /**
   * Reads and compresses the snapshot, as backup tools do before they send it.
   *
   * @return compressed bytes
   * @throws IllegalStateException if there is none
   */
  long copySnapshot() {
    String copied =
        shell
            .apply(
                "cd %s && tar -cf - %s/*/snapshots/%s | gzip -1 | wc -c"
                    .formatted(data, ShiftRows.KEYSPACE, SNAPSHOT))
            .strip();
    long bytes = copied.matches("\\d{1,18}") ? Long.parseLong(copied) : 0;
    if (bytes < LEAST_COPY) {
      throw new IllegalStateException(
          "The snapshot of node %d was not copied: %s".formatted(number, copied));
    }
    return bytes;
  }

  void clearSnapshot() {
    ask(
        () ->
            beans.call(
                STORAGE,
                "clearSnapshot",
                new Object[] {SNAPSHOT, new String[] {ShiftRows.KEYSPACE}},
                STRING,
                STRINGS));
  }

  /**
   * Reads of the table as a replica, requests of the caches, and replays of hints, since its start.
   */
  Values counters() {
    return ask(
        () -> {
          Map<String, Double> counters = new LinkedHashMap<>();
          counters.put("reads", count(TABLE + "ReadLatency"));
          for (String cache : List.of("Chunk", "Key")) {
            for (String kind : List.of("Hits", "Misses")) {
              counters.put(
                  cache.toLowerCase(Locale.ROOT) + kind,
                  count(CACHE + cache + "Cache,name=" + kind));
            }
          }
          counters.put(
              "replays", (double) beans.numbers(HINTS, "Counters").getOrDefault("applied", 0L));
          return new Values(counters);
        });
  }

  private double count(String bean) throws JMException, IOException {
    return beans.number(bean, "Count");
  }

  @Override
  public void close() {
    ask(
        () -> {
          beans.close();
          return true;
        });
  }

  @Override
  public String toString() {
    return "node " + number;
  }
}
