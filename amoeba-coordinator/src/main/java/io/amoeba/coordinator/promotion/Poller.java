package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Polls the cluster until nothing is missing, or a limit is over. Confined to one thread. */
public final class Poller {

  /** Something that a wait reaches before each poll. */
  public interface SafePoint {
    void pass() throws InterruptedException;
  }

  /**
   * What a wait for a view ended with.
   *
   * @param seen the last view; empty: none came
   * @param missing what is still missing; empty: nothing
   */
  public record Polled(Optional<ClusterView> seen, List<String> missing) {

    /** The view in which nothing is missing any more. */
    public ClusterView ready() {
      return seen.orElseThrow();
    }
  }

  private final StepClock clock;
  private final Duration poll;

  /** A poller that waits so long between two polls. */
  public Poller(StepClock clock, Duration poll) {
    this.clock = clock;
    this.poll = poll;
  }

  /**
   * Waits where nothing may pause or abort.
   *
   * @return what is still missing when the limit is over; empty: nothing
   */
  public List<String> until(Duration limit, Supplier<List<String>> missing)
      throws InterruptedException {
    return until(limit, () -> {}, missing);
  }

  /**
   * Waits.
   *
   * @param safePoint its time does not count. Nothing is between the last poll that found nothing
   *     missing and the return
   */
  public List<String> until(Duration limit, SafePoint safePoint, Supplier<List<String>> missing)
      throws InterruptedException {
    long spentNanos = 0;
    while (true) {
      safePoint.pass();
      long before = clock.nanos();
      List<String> now = poll(missing);
      if (now.isEmpty() || spentNanos + clock.nanos() - before >= limit.toNanos()) {
        return now;
      }
      clock.sleep(poll);
      spentNanos += clock.nanos() - before;
    }
  }

  /**
   * Waits for a view.
   *
   * @param missing what is missing in one
   */
  public Polled until(
      Duration limit,
      SafePoint safePoint,
      Supplier<ClusterView> look,
      Function<ClusterView, List<String>> missing)
      throws InterruptedException {
    List<ClusterView> last = new ArrayList<>();
    List<String> left =
        until(
            limit,
            safePoint,
            () -> {
              ClusterView seen = look.get();
              last.clear();
              last.add(seen);
              return missing.apply(seen);
            });
    return new Polled(last.stream().findFirst(), left);
  }

  /** A server that is silent or busy now may answer later. */
  private static List<String> poll(Supplier<List<String>> missing) {
    try {
      return missing.get();
    } catch (ClusterFailure e) {
      if (e.isTransient()) {
        return List.of(e.problem().message());
      }
      throw e;
    }
  }
}
