package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.MalformedPlacementException;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The newest placement of every edge: never goes back to an older epoch, never takes other owners
 * for an epoch that it holds. One writer at a time; readers at any time.
 */
final class Placements {

  private final Map<EdgeId, EdgePlacement> held = new ConcurrentHashMap<>();
  private final AtomicLong stale = new AtomicLong();
  private String coordinator = "";

  @Nullable EdgePlacement of(EdgeId edge) {
    return held.get(edge);
  }

  Collection<EdgePlacement> all() {
    return held.values();
  }

  /** Maps that were older than the one held, and were not applied. */
  long stale() {
    return stale.get();
  }

  /**
   * Notes whose document comes next. The maps of another coordinator stay, so that epochs never
   * decrease. Its phases, completed epochs and finished gates no longer count: this coordinator may
   * not know them, and may publish another map.
   */
  void hear(String speaking) {
    if (!speaking.equals(coordinator)) {
      coordinator = speaking;
      held.replaceAll(
          (edge, said) ->
              new EdgePlacement(
                  edge, said.parallelism(), said.map(), Phase.PREPARE, null, List.of()));
    }
  }

  /** Refuses a document in which a known epoch has other owners; nothing is applied before. */
  void refuseContradictions(PlacementDocument document) throws MalformedPlacementException {
    for (EdgePlacement placement : document.edges()) {
      EdgePlacement before = held.get(placement.edge());
      PlacementMap map = placement.map();
      PlacementMap heldMap = before == null ? null : before.map();
      if (map != null
          && heldMap != null
          && map.epoch() == heldMap.epoch()
          && !map.sameOwners(heldMap)) {
        throw new MalformedPlacementException(
            placement.edge() + ": epoch " + map.epoch() + " has other owners than before");
      }
    }
  }

  /** Takes the news of one edge; the result is what counts now. */
  EdgePlacement merge(EdgePlacement news) {
    EdgePlacement before = held.get(news.edge());
    EdgePlacement merged = news;
    // A map of an epoch that cannot be was forged: it gives way.
    if (before != null
        && before.epoch() > news.epoch()
        && before.epoch() <= EpochBounds.claimable(news.epoch())) {
      // An older epoch is never applied; what it says of completion is still news.
      if (news.epoch() > 0) {
        stale.incrementAndGet();
      }
      merged =
          new EdgePlacement(
              news.edge(),
              before.parallelism(),
              before.map(),
              before.committed() ? Phase.COMMIT : Phase.PREPARE,
              news.completed(),
              news.finished());
    }
    held.put(news.edge(), merged);
    return merged;
  }

  /** Forgets edges that the coordinator no longer lists and no subtask here uses. */
  void forget(PlacementDocument listed, Predicate<EdgeId> used) {
    Set<EdgeId> edges =
        listed.edges().stream().map(EdgePlacement::edge).collect(Collectors.toSet());
    held.keySet().removeIf(edge -> !edges.contains(edge) && !used.test(edge));
  }
}
