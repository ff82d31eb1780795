package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Times each step of a hand-over from the publication of a map on, logs it when it is complete, and
 * knows which ones take too long. Safe for concurrent use.
 */
public final class HandOverWatch {

  private static final Logger LOG = LoggerFactory.getLogger(HandOverWatch.class);
  private static final long OPEN = -1;

  /** Far above what one takes when everybody answers, and one checkpoint interval of most jobs. */
  private static final long OVERDUE_MILLIS = 15_000;

  /** A hand-over that takes too long, and what has not happened. Immutable. */
  public record Overdue(EdgeId edge, long epoch, long millis, String waitingFor) {}

  private static final class Steps {
    private final long epoch;
    private final long publishedMillis;
    private long prepared = OPEN;
    private long switched = OPEN;
    private long finished = OPEN;
    private boolean complete;
    private String waitingFor = "";

    Steps(long epoch, long publishedMillis, boolean complete) {
      this.epoch = epoch;
      this.publishedMillis = publishedMillis;
      this.complete = complete;
    }
  }

  private final Ticker ticker;
  private final Map<EdgeId, Steps> steps = new HashMap<>();

  /** Knows of no hand-over yet. */
  public HandOverWatch(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Takes how far all edges have come. */
  public synchronized void observe(List<EdgeProgress> edges) {
    steps.keySet().retainAll(edges.stream().map(edge -> edge.state().edge()).toList());
    edges.stream().filter(EdgeProgress::ordered).forEach(this::observe);
  }

  /** Hand-overs that began long ago and are not complete. */
  public synchronized List<Overdue> overdue() {
    long now = ticker.millis();
    return steps.entrySet().stream()
        .filter(entry -> !entry.getValue().complete)
        .filter(entry -> now - entry.getValue().publishedMillis > OVERDUE_MILLIS)
        .map(
            entry ->
                new Overdue(
                    entry.getKey(),
                    entry.getValue().epoch,
                    now - entry.getValue().publishedMillis,
                    entry.getValue().waitingFor))
        .sorted(Comparator.comparing(Overdue::edge))
        .toList();
  }

  private void observe(EdgeProgress edge) {
    EdgeId id = edge.state().edge();
    long epoch = edge.state().epoch();
    Steps known = steps.get(id);
    if (known == null || known.epoch != epoch) {
      known = new Steps(epoch, ticker.millis(), epoch == 0);
      steps.put(id, known);
    }
    if (known.complete) {
      return;
    }
    long elapsed = ticker.millis() - known.publishedMillis;
    int routers = edge.routersExpected();
    if (known.prepared == OPEN && edge.routersPrepared() == routers) {
      known.prepared = elapsed;
    }
    if (known.switched == OPEN && edge.routersActive() == routers) {
      known.switched = elapsed;
    }
    if (known.finished == OPEN && edge.gatesFinished() == edge.gatesExpected()) {
      known.finished = elapsed;
    }
    known.waitingFor = waitingFor(edge);
    if (edge.complete()) {
      known.complete = true;
      LOG.info(
          "{}: epoch {} is complete: all routers prepared after {} ms, all switched after {} ms,"
              + " all gates finished after {} ms, complete after {} ms",
          id.operator(),
          epoch,
          known.prepared,
          known.switched,
          known.finished,
          elapsed);
    }
  }

  private static String waitingFor(EdgeProgress edge) {
    int routers = edge.routersExpected();
    if (edge.routersHeard() < routers) {
      return missing(edge.routersHeard(), routers, "routers report");
    }
    if (edge.routersPrepared() < routers) {
      return missing(edge.routersPrepared(), routers, "routers are prepared");
    }
    if (edge.routersActive() < routers) {
      return missing(edge.routersActive(), routers, "routers have switched");
    }
    return missing(edge.gatesFinished(), edge.gatesExpected(), "gates have finished");
  }

  private static String missing(int done, int all, String what) {
    return "%d of %d %s".formatted(done, all, what);
  }
}
