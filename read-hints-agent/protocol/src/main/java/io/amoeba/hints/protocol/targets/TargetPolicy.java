package io.amoeba.hints.protocol.targets;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * How many replicas get a hint. Replicas come in natural order, which starts at another node for
 * each token range, so the first of them is not always the same. After section 3.1 of the
 * read-hints paper, and {@link #RACK_ONE}.
 */
public enum TargetPolicy {
  /** Each replica that was not contacted. */
  ALL {
    @Override
    <E> List<E> choose(List<ReplicaPlace<E>> cold, Set<String> warm, String localDatacenter) {
      return firstOfEach(cold, ReplicaPlace::endpoint, Set.of());
    }
  },
  /** The first replica that was not contacted. */
  ONE {
    @Override
    <E> List<E> choose(List<ReplicaPlace<E>> cold, Set<String> warm, String localDatacenter) {
      return firstOfEach(cold, replica -> "", Set.of());
    }
  },
  /** One in each remote data centre. */
  REGION_ONE {
    @Override
    <E> List<E> choose(List<ReplicaPlace<E>> cold, Set<String> warm, String localDatacenter) {
      return firstOfEach(cold, ReplicaPlace::datacenter, Set.of(localDatacenter));
    }
  },
  /** One in each rack that has answered no read of the key. */
  RACK_ONE {
    @Override
    <E> List<E> choose(List<ReplicaPlace<E>> cold, Set<String> warm, String localDatacenter) {
      return firstOfEach(cold, TargetPolicy::rack, warm);
    }
  };

  abstract <E> List<E> choose(
      List<ReplicaPlace<E>> cold, Set<String> warmRacks, String localDatacenter);

  /** The replicas to send a hint to, of all natural replicas of its key. */
  public <E> List<E> targets(List<ReplicaPlace<E>> natural, String localDatacenter) {
    List<ReplicaPlace<E>> cold = new ArrayList<>(natural.size());
    Set<String> warmRacks = new HashSet<>();
    for (ReplicaPlace<E> replica : natural) {
      if (replica.contacted()) {
        warmRacks.add(rack(replica));
      } else if (replica.reachable()) {
        cold.add(replica);
      }
    }
    return choose(cold, warmRacks, localDatacenter);
  }

  private static String rack(ReplicaPlace<?> replica) {
    return replica.datacenter() + "/" + replica.rack();
  }

  private static <E> List<E> firstOfEach(
      List<ReplicaPlace<E>> cold, Function<ReplicaPlace<E>, Object> group, Set<String> without) {
    Set<Object> seen = new HashSet<>(without);
    List<E> first = new ArrayList<>(cold.size());
    for (ReplicaPlace<E> replica : cold) {
      if (seen.add(group.apply(replica))) {
        first.add(replica.endpoint());
      }
    }
    return first;
  }
}
