package io.amoeba.partitioner.flink;

import io.amoeba.partitioner.function.ToHashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.subscription.DirectRegistration;
import io.amoeba.partitioner.subscription.PlacementSubscription;
import java.util.Objects;
import org.apache.flink.api.common.functions.Partitioner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes a key to the subtask that the newest placement map names for its hash slot, from the next
 * record on. That reorders records of keys that move: use it only for operators that are free of
 * order, otherwise {@link AlignedRouting}. Without a map: by hash; with a map for another
 * parallelism: in proportion to the hash slot. No lock, no allocation, no exception per record;
 * confined to the task thread. Source: dissertation 5.2.3.
 */
public final class AlignedPartitioner<K> implements Partitioner<K> {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(AlignedPartitioner.class);

  private final String operator;
  private final ToHashSlot<K> toHashSlot;

  private transient @Nullable DirectRegistration registration;
  private transient @Nullable PlacementMap map;
  private transient int numPartitions;
  private transient int[] owners;

  /**
   * A partitioner towards an operator.
   *
   * @param operator name of the receiving operator, by which the coordinator finds the edge
   */
  @SuppressWarnings("NullAway.Init") // the owners are made with the first record
  public AlignedPartitioner(String operator, ToHashSlot<K> toHashSlot) {
    this.operator = Objects.requireNonNull(operator, "operator");
    this.toHashSlot = Objects.requireNonNull(toHashSlot, "toHashSlot");
  }

  @Override
  public int partition(K key, int numPartitions) {
    DirectRegistration source = registration;
    if (numPartitions != this.numPartitions || (source != null && source.map() != map)) {
      refresh(numPartitions);
    }
    return owners[toHashSlot.hashSlot(key)];
  }

  /** Off the record path: at the first record, and once per new map. */
  private void refresh(int partitions) {
    if (partitions != numPartitions) {
      numPartitions = partitions;
      registration = register(partitions);
    }
    DirectRegistration source = registration;
    map = source == null ? null : source.map();
    owners = Routing.owners(map, partitions);
  }

  private @Nullable DirectRegistration register(int partitions) {
    try {
      return PlacementSubscription.shared().registerDirect(null, operator, partitions);
    } catch (IllegalArgumentException e) {
      LOG.error("{} is routed by hash: {}", operator, e.getMessage());
      return null;
    }
  }
}
