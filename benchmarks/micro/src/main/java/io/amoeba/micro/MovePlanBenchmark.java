package io.amoeba.micro;

import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.coordinator.changes.slots.HashSlotMovePlanner;
import io.amoeba.coordinator.changes.slots.KeyedStreamOwners;
import io.amoeba.coordinator.changes.slots.MoveConstraints;
import io.amoeba.coordinator.changes.slots.MovePlan;
import io.amoeba.coordinator.changes.slots.MoveRequest;
import io.amoeba.coordinator.changes.slots.StoreLayout;
import io.amoeba.coordinator.changes.slots.TargetPrimary;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * One plan of hash-slot moves in a large cluster; not on any hot path. The goals: at most 200 ms,
 * in a heap of 512 MiB.
 */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx512m")
public class MovePlanBenchmark extends TimedBenchmark {

  private static final long SEED = 1;

  private static final int NODES = 1_000; // with a primary each

  private final MoveRequest join;
  private final MoveRequest scattered;
  private final MoveRequest scatteredByLoad;
  private final StoreLayout settled;
  private final List<String> subtasks;

  /** A settled cluster with one new node, and one with scattered hash slots. */
  public MovePlanBenchmark() {
    Random random = new Random(SEED);
    List<TargetPrimary> primaries =
        IntStream.range(0, NODES).mapToObj(p -> TargetPrimary.of("p" + p, "n" + p)).toList();
    long[] bytes = random.longs(HashSlot.COUNT, 1, 1 << 20).toArray();
    int[] even =
        IntStream.range(0, HashSlot.COUNT)
            .map(s -> KeyGroups.subtaskOf(s, HashSlot.COUNT, NODES - 1))
            .toArray();
    settled = new StoreLayout(primaries, even).withBytes(bytes);
    join = MoveRequest.of(settled, MoveConstraints.NONE);
    StoreLayout anywhere =
        new StoreLayout(primaries, random.ints(HashSlot.COUNT, 0, NODES).toArray())
            .withBytes(bytes);
    scattered = MoveRequest.of(anywhere, MoveConstraints.NONE);
    scatteredByLoad =
        MoveRequest.of(
            anywhere.withLoad(random.longs(HashSlot.COUNT, 1, 1_000).toArray()),
            MoveConstraints.NONE);
    subtasks = new ArrayList<>(primaries.stream().map(TargetPrimary::node).toList());
    Collections.shuffle(subtasks, random);
  }

  @Benchmark
  public MovePlan join() {
    return HashSlotMovePlanner.balance(join);
  }

  @Benchmark
  public MovePlan scattered() {
    return HashSlotMovePlanner.balance(scattered);
  }

  @Benchmark
  public MovePlan scatteredByLoad() {
    return HashSlotMovePlanner.balance(scatteredByLoad);
  }

  /** The store follows a keyed stream with shuffled subtasks: all hash slots move. */
  @Benchmark
  public MovePlan follow() {
    return HashSlotMovePlanner.follow(
        join, KeyedStreamOwners.of(settled, subtasks, HashSlot.COUNT));
  }
}
