package io.amoeba.hints.compat;

import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.SymbolReference;
import io.amoeba.agentkit.symbols.Target;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that the agent patches, or reads by reflection, for each Cassandra release line. */
public final class TargetSymbols {

  private static final String ROOT = "org.apache.cassandra.";
  private static final String PATH = "Lorg/apache/cassandra/";
  private static final String ADVICE = "io.amoeba.hints.advice.";

  private static final String PROXY = "service.StorageProxy";
  private static final String LEVEL = PATH + "db/ConsistencyLevel;";
  private static final String TIME = PATH + "transport/Dispatcher$RequestTime;";

  private static final SymbolReference QUERY_STORAGE =
      new SymbolReference(
          "org/apache/cassandra/db/SinglePartitionReadCommand",
          "queryStorage",
          "("
              + PATH
              + "db/ColumnFamilyStore;"
              + PATH
              + "db/ReadExecutionController;)"
              + PATH
              + "db/partitions/UnfilteredPartitionIterator;");

  private static final List<Target> TARGETS =
      List.of(
          on(
              "service.StorageService",
              "prepareToJoin",
              "()V",
              "GossipAdvice",
              "start of the hints, before a join"),
          on(
              "service.StorageService",
              "finishJoiningRing",
              "(ZLjava/util/Collection;)V",
              "JoinAdvice",
              "warm-up of a new node before others read from it"),
          on(
              "service.CassandraDaemon",
              "setup",
              "()V",
              "StartAdvice",
              "warm-up before clients are served"),
          on(
              "service.reads.AbstractReadExecutor",
              "getResult",
              "()" + PATH + "db/partitions/PartitionIterator;",
              "ReadAdvice",
              "capture of answered reads"),
          on(
              "service.reads.range.RangeCommandIterator",
              "query",
              "("
                  + PATH
                  + "locator/ReplicaPlan$ForRangeRead;Z)"
                  + PATH
                  + "service/reads/range/SingleRangeResponse;",
              "RangeReadAdvice",
              "capture of range reads, by option"),
          on(
              PROXY,
              "doPaxos",
              "("
                  + PATH
                  + "schema/TableMetadata;"
                  + PATH
                  + "db/DecoratedKey;"
                  + LEVEL
                  + LEVEL
                  + LEVEL
                  + TIME
                  + PATH
                  + "metrics/CASClientRequestMetrics;Ljava/util/function/Function;)"
                  + PATH
                  + "db/rows/RowIterator;",
              "PaxosAdvice",
              "no capture of Paxos' own reads"),
          on(
              PROXY,
              "legacyReadWithPaxos",
              "("
                  + PATH
                  + "db/SinglePartitionReadCommand$Group;"
                  + LEVEL
                  + TIME
                  + ")"
                  + PATH
                  + "db/partitions/PartitionIterator;",
              "PaxosAdvice",
              "no capture of Paxos' own reads"),
          on(
              "metrics.Sampler",
              "addSample",
              "(Ljava/lang/Object;I)V",
              "QuietAdvice",
              "replays do not count as top partitions"),
          on(
              "metrics.TableMetrics",
              "updateSSTableIterated",
              "(I)V",
              "QuietAdvice",
              "replays do not count as clients' reads"));

  private static final ReleaseSymbols CASSANDRA_4_1 =
      new ReleaseSymbols(
          "4.1",
          TARGETS,
          List.of(
              QUERY_STORAGE,
              partitionRead("I"),
              rangeRead("I"),
              new SymbolReference(
                  "org/apache/cassandra/db/filter/RowFilter",
                  "NONE",
                  PATH + "db/filter/RowFilter;"),
              new SymbolReference(
                  "org/apache/cassandra/db/ReadCommand",
                  "indexMetadata",
                  "()" + PATH + "schema/IndexMetadata;")));

  private static final ReleaseSymbols CASSANDRA_5_0 =
      new ReleaseSymbols(
          "5.0",
          TARGETS,
          List.of(
              QUERY_STORAGE,
              partitionRead("J"),
              rangeRead("J"),
              new SymbolReference(
                  "org/apache/cassandra/db/filter/RowFilter",
                  "none",
                  "()" + PATH + "db/filter/RowFilter;"),
              new SymbolReference(
                  "org/apache/cassandra/db/ReadCommand",
                  "indexQueryPlan",
                  "()" + PATH + "index/Index$QueryPlan;")));

  /** All release lines that the agent knows. */
  public static final List<ReleaseSymbols> RELEASES = List.of(CASSANDRA_4_1, CASSANDRA_5_0);

  private TargetSymbols() {}

  /**
   * How the agent makes reads of one partition.
   *
   * @param seconds descriptor of the type of a time in seconds
   */
  private static SymbolReference partitionRead(String seconds) {
    return factory(
        "db/SinglePartitionReadCommand",
        seconds,
        "db/DecoratedKey",
        "db/filter/ColumnFilter",
        "db/filter/ClusteringIndexFilter");
  }

  /** How it makes reads of a range of partitions. */
  private static SymbolReference rangeRead(String seconds) {
    return factory(
        "db/PartitionRangeReadCommand",
        seconds,
        "db/filter/ColumnFilter",
        "db/filter/RowFilter",
        "db/filter/DataLimits",
        "db/DataRange");
  }

  private static SymbolReference factory(String command, String seconds, String... afterTheTime) {
    String others =
        Stream.of(afterTheTime).map(type -> PATH + type + ";").collect(Collectors.joining());
    return new SymbolReference(
        "org/apache/cassandra/" + command,
        "create",
        "(" + PATH + "schema/TableMetadata;" + seconds + others + ")" + PATH + command + ";");
  }

  private static Target on(
      String type, String method, String descriptor, String advice, String purpose) {
    return new Target(ROOT + type, method, descriptor, ADVICE + advice, purpose, false);
  }
}
