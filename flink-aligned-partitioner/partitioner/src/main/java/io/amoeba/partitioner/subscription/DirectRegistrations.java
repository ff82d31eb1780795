package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The order-free edges of this process. Held weakly: a partitioner is never notified that its job
 * has ended. Reading is safe for concurrent use; whoever adds or offers locks.
 */
final class DirectRegistrations {

  private final List<WeakReference<DirectRegistration>> references = new CopyOnWriteArrayList<>();

  @Nullable DirectRegistration find(String operator, int parallelism) {
    for (DirectRegistration direct : alive()) {
      if (direct.operator().equals(operator) && direct.parallelism() == parallelism) {
        return direct;
      }
    }
    return null;
  }

  /** Adds an edge that takes what fits it of these placements. */
  DirectRegistration add(String operator, int parallelism, Collection<EdgePlacement> known) {
    DirectRegistration direct = new DirectRegistration(operator, parallelism);
    references.add(new WeakReference<>(direct));
    known.forEach(placement -> offer(direct, placement));
    return direct;
  }

  void offer(EdgePlacement placement) {
    alive().forEach(direct -> offer(direct, placement));
  }

  private static void offer(DirectRegistration direct, EdgePlacement placement) {
    PlacementMap map = placement.map();
    if (map != null
        && placement.committed()
        && placement.edge().operator().equals(direct.operator())) {
      direct.offer(map);
    }
  }

  /** Those that are still in use. */
  List<DirectRegistration> alive() {
    List<DirectRegistration> alive = new ArrayList<>();
    for (WeakReference<DirectRegistration> reference : references) {
      DirectRegistration direct = reference.get();
      if (direct == null) {
        references.remove(reference);
      } else {
        alive.add(direct);
      }
    }
    return alive;
  }
}
