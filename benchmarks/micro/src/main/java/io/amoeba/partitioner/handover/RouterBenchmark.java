package io.amoeba.partitioner.handover;

import io.amoeba.micro.BenchmarkKeys;
import io.amoeba.micro.TimedBenchmark;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Cost of the ordered hand-over for a record outside a hand-over: the router's stamp and the
 * partitioner that reads it. In this package because the stamp is package-private.
 */
public class RouterBenchmark extends TimedBenchmark {

  private static final int SUBTASKS = 4;

  private final BenchmarkKeys keys = new BenchmarkKeys();
  private final Routed<byte[]> routed = new Routed<>();
  private final StampPartitioner<byte[]> partitioner = new StampPartitioner<>();
  private final RouteTable table = RouteTable.settled(map(), SUBTASKS);

  private static PlacementMap map() {
    int[] owners = new int[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      owners[hashSlot] = hashSlot % SUBTASKS;
    }
    return PlacementMap.of(1, SUBTASKS, owners);
  }

  /** The hash slot of a key of 16 bytes, which every kind of routing needs. */
  @Benchmark
  public int hashSlotAlone() {
    return HashSlot.of(keys.bytes());
  }

  /** Hash slot, stamp and partitioner. */
  @Benchmark
  public int orderedRoute() {
    byte[] key = keys.bytes();
    routed.value = key;
    table.stamp(routed, HashSlot.of(key));
    return partitioner.partition(routed, SUBTASKS);
  }
}
