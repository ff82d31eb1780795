package io.amoeba.hints.hooks;

import io.amoeba.hints.agent.AgentOptions;
import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.protocol.capture.CaptureBuffer;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.ReplicaPlan;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Work of a patched Cassandra for an answered read on the client's thread, except the call itself:
 * the agent's own hook, with commands and plans of Cassandra's. Threads share a buffer of the
 * default size, as in a node. In this package because the hook's wiring is package-private.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class AnsweredReadBenchmark {

  private static final int ENTRIES = 10_000;

  /** As many as a node usually has found. */
  private static final int SYSTEM_TABLES = 8;

  private final CaptureBuffer<Object, Object> buffer = new CaptureBuffer<>(ENTRIES);
  private final AtomicBoolean draining = new AtomicBoolean();
  private ReadCommand command;
  private ReadCommand ofSystemTable;
  private ReplicaPlan.SharedForTokenRead plan;

  /** Reads of a thread since it last emptied the buffer. */
  @State(Scope.Thread)
  public static class Added {
    private int reads;
  }

  public AnsweredReadBenchmark() {
    DatabaseDescriptor.clientInitialization();
    command = read(table("shop", 0));
    ofSystemTable = read(table("system_auth", 1));
    EndpointsForToken replicas = EndpointsForToken.empty(key(command.metadata()).getToken());
    plan =
        ReplicaPlan.shared(
            new ReplicaPlan.ForTokenRead(null, null, ConsistencyLevel.ONE, replicas, replicas));
  }

  private static TableMetadata table(String keyspace, int id) {
    return TableMetadata.builder(keyspace, "items", TableId.fromUUID(new UUID(id, id)))
        .partitioner(Murmur3Partitioner.instance)
        .addPartitionKeyColumn("id", UTF8Type.instance)
        .build();
  }

  private static DecoratedKey key(TableMetadata table) {
    return table.partitioner.decorateKey(UTF8Type.instance.decompose("user0000000000000000007"));
  }

  private static ReadCommand read(TableMetadata table) {
    return SinglePartitionReadCommand.create(
        table,
        0,
        key(table),
        ColumnFilter.all(table),
        new ClusteringIndexSliceFilter(Slices.ALL, false));
  }

  @Setup
  public void wireUp() {
    ReplayOptions replay = new ReplayOptions(2, 500, 1_024, 100, 200);
    HintSettings settings =
        new HintSettings(
            new AgentOptions(
                ENTRIES,
                90,
                256,
                false,
                TargetPolicy.ALL,
                false,
                4,
                100,
                true,
                ENTRIES,
                Duration.ZERO,
                List.of(),
                replay));
    for (int id = 1; id <= SYSTEM_TABLES; id++) {
      settings.hasHints(table("system_auth", id));
    }
    HintHooks.capture(
        new ReadCapture(
            settings, new CapturedReads(buffer, settings, new HintCounters(peer -> peer))));
  }

  @TearDown
  public void printDroppedReads() {
    HintHooks.capture(null);
    System.out.printf("%nReads dropped because the buffer was full: %d%n", buffer.dropped());
  }

  private void answered(Added added) {
    if (++added.reads == ENTRIES / 4) {
      added.reads = 0;
      if (draining.compareAndSet(false, true)) {
        buffer.drain((read, contacted, keys, from, length) -> true);
        draining.set(false);
      }
    }
    HintHooks.answered(command, plan);
  }

  /** The average includes emptying the buffer. */
  @Benchmark
  public void alone(Added added) {
    answered(added);
  }

  /** Two threads without other work: reads of clients contend less often. */
  @Benchmark
  @Threads(2)
  public void byTwoThreads(Added added) {
    answered(added);
  }

  @Benchmark
  @Threads(8)
  public void byEightThreads(Added added) {
    answered(added);
  }

  /** A read of a table that has no hints. */
  @Benchmark
  public void withoutHints() {
    HintHooks.answered(ofSystemTable, plan);
  }
}
