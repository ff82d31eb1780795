package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.Ticker;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether job and store have not changed for a while and no plan is carried out, so that ticks may
 * come less often. {@link #note} is confined to the control-loop thread; {@link #lasts} is safe for
 * concurrent use.
 */
final class Calm {

  /** As long as it takes until a restarted job, or a cluster after a failover, has settled. */
  static final Duration BEGINS_AFTER = Duration.ofSeconds(30);

  private final Ticker ticker;
  private Optional<String> lastFingerprint = Optional.empty();
  private volatile long sinceMillis;

  Calm(Ticker ticker) {
    this.ticker = ticker;
    this.sinceMillis = ticker.millis();
  }

  /**
   * Notes what a look has found.
   *
   * @param open the plan that is waiting or being carried out
   */
  void note(Sight sight, Optional<PlanRecord> open) {
    boolean waits = open.map(PlanRecord::state).filter(s -> s != PlanState.PROPOSED).isEmpty();
    if (!waits || sight.fingerprint().isEmpty() || !sight.fingerprint().equals(lastFingerprint)) {
      sinceMillis = ticker.millis();
    }
    lastFingerprint = sight.fingerprint();
  }

  boolean lasts() {
    return ticker.millis() - sinceMillis >= BEGINS_AFTER.toMillis();
  }
}
