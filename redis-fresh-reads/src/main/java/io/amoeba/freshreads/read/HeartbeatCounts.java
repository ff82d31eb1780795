package io.amoeba.freshreads.read;

import io.amoeba.freshreads.link.HeartbeatOutcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** All heartbeats since the opening, by outcome. Safe for concurrent use. */
public final class HeartbeatCounts {
  private final Map<HeartbeatOutcome, LongAdder> counts = new EnumMap<>(HeartbeatOutcome.class);

  HeartbeatCounts() {
    for (HeartbeatOutcome outcome : HeartbeatOutcome.values()) {
      counts.put(outcome, new LongAdder());
    }
  }

  @SuppressWarnings("NullAway") // each constant has one
  void count(HeartbeatOutcome outcome) {
    counts.get(outcome).increment();
  }

  @SuppressWarnings("NullAway") // each constant has one
  public long counted(HeartbeatOutcome outcome) {
    return counts.get(outcome).sum();
  }
}
