package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.Ticker;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** What the loop, API and page know between ticks. Safe for concurrent use. */
public final class Knowledge {

  /** The newest snapshot with what is wrong in it. Immutable. */
  public record Finding(ClusterSnapshot snapshot, List<Symptom> symptoms) {
    public Finding {
      symptoms = List.copyOf(symptoms);
    }
  }

  private final DecisionLog decisions;
  private final RateHistory rates;
  private volatile Mode mode;
  private volatile Runnable modeListener = () -> {};
  private volatile Optional<Finding> finding = Optional.empty();

  /** Knows nothing but the mode. */
  public Knowledge(Mode mode, Clock clock, Ticker ticker) {
    this.mode = mode;
    this.rates = new RateHistory(ticker);
    this.decisions = new DecisionLog(clock);
  }

  /** What the coordinator may do. */
  public Mode mode() {
    return mode;
  }

  /** Says what the coordinator may do, from the next tick on. */
  public void setMode(Mode newMode) {
    mode = newMode;
    modeListener.run();
  }

  /** Runs {@code listener} after every call of {@link #setMode}. */
  public void onModeChange(Runnable listener) {
    modeListener = listener;
  }

  /** The newest snapshot and its symptoms, empty before the first tick. */
  public Optional<Finding> finding() {
    return finding;
  }

  /** Takes a tick's snapshot and symptoms. */
  public void found(Finding newest) {
    finding = Optional.of(newest);
    rates.add(newest.snapshot());
  }

  /** Why it acted, or did not. */
  public DecisionLog decisions() {
    return decisions;
  }

  /** The last ten minutes. */
  public RateHistory rates() {
    return rates;
  }
}
