package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One announced step on its way: held, streamed, confirmed. The driver switches it. */
final class StepRun {

  /** Seconds are usual. Cassandra itself would wait two hours for an answer that is lost. */
  private static final Duration PREPARATION = Duration.ofMinutes(1);

  /** It has a limit of its own. */
  private static final Duration WARM_UP = Duration.ofDays(1);

  private final Hold hold;
  private final JoinSettings settings;
  private final JoinPorts ports;
  private final RetriedWork preparation;
  private final RetriedWork warmUp;
  private JoinPhase phase = JoinPhase.ANNOUNCED;
  private @Nullable StepStream stream;
  private long confirmEpoch = Long.MAX_VALUE;

  StepRun(SortedSet<Long> tokens, long epoch, JoinSettings settings, JoinPorts ports) {
    this.settings = settings;
    this.ports = ports;
    hold = new Hold(tokens, epoch);
    preparation = new RetriedWork(ports.preparation(), tokens, settings, PREPARATION);
    warmUp = new RetriedWork(ports.warmUp(), tokens, settings, WARM_UP);
  }

  SortedSet<Long> tokens() {
    return hold.tokens();
  }

  long epoch() {
    return hold.epoch();
  }

  JoinPhase phase() {
    return phase;
  }

  /** Whether data may come: then a pause keeps the step as it is. */
  boolean streamed() {
    return phase.compareTo(JoinPhase.STREAMING) >= 0;
  }

  /** Whether it must begin again: someone did not hold its tokens throughout. */
  boolean broken(RollCall roll, long announcedEpoch) {
    return hold.broken(roll) || roll.anyGaveUp(announcedEpoch);
  }

  /** Follows the members and the sessions. */
  void observe(RollCall roll, long nowMillis) {
    hold.observe(roll, nowMillis);
    if (stream != null) {
      stream.poll(nowMillis);
    }
    if (phase == JoinPhase.ANNOUNCED && hold.held()) {
      phase = JoinPhase.DRAINING;
    }
  }

  /**
   * Does what is due, when the steps before it stream or have done so. One phase per tick at most.
   *
   * @param before this node's tokens when those steps are done
   */
  void advance(RollCall roll, SortedSet<Long> before, StepStream.Places places, long nowMillis) {
    switch (phase) {
      case DRAINING -> {
        if (hold.drained(roll, nowMillis, settings.margin().toMillis())) {
          phase = JoinPhase.PREPARING;
        }
      }
      case PREPARING -> {
        if (preparation.tick(nowMillis)) {
          phase = JoinPhase.STREAMING;
          stream =
              new StepStream(ports.transfers().of(before, tokens()), settings, ports.sessions());
          stream.begin(roll, places, nowMillis);
        }
      }
      case STREAMING -> {
        if (stream != null) {
          stream.begin(roll, places, nowMillis);
          if (stream.complete()) {
            phase = JoinPhase.WARMING;
          }
        }
      }
      case WARMING -> {
        if (warmUp.tick(nowMillis)) {
          phase = JoinPhase.CONFIRMING;
        }
      }
      default -> {}
    }
  }

  /** These tables must come once more, if any data may have come. Not while any sender streams. */
  void again(SortedSet<UUID> tables) {
    if (stream != null) {
      stream.again(tables);
      phase = JoinPhase.STREAMING;
      confirmEpoch = Long.MAX_VALUE;
    }
  }

  /** Notes the epoch that announces it as confirming. */
  void confirmedBy(long epoch) {
    confirmEpoch = Math.min(confirmEpoch, epoch);
  }

  /** Whether everybody has confirmed; {@link #broken} has been asked of the same roll before. */
  boolean confirmed(RollCall roll) {
    return phase == JoinPhase.CONFIRMING
        && confirmEpoch != Long.MAX_VALUE
        && roll.allAcknowledge(confirmEpoch);
  }

  List<String> missing(RollCall roll) {
    return switch (phase) {
      case ANNOUNCED -> roll.missing(hold.epoch());
      case CONFIRMING -> roll.missing(confirmEpoch == Long.MAX_VALUE ? 0 : confirmEpoch);
      default -> List.of();
    };
  }

  String reason(RollCall roll) {
    return switch (phase) {
      case ANNOUNCED -> "waits until every member holds the step's tokens";
      case DRAINING -> "waits for writes that were sent before" + roll.slowWriters();
      case PREPARING -> preparation.reason();
      case STREAMING -> stream == null ? "" : stream.reason(roll);
      case WARMING -> warmUp.reason();
      case CONFIRMING -> "waits until every member confirms that it held the step's tokens";
      default -> "";
    };
  }

  /** Those that stream at the moment. */
  List<String> senders() {
    return stream == null ? List.of() : stream.running();
  }

  /** Whether any data have come or are coming. */
  boolean begun() {
    return !senders().isEmpty() || bytesDone() > 0;
  }

  long bytesDone() {
    return stream == null ? 0 : stream.bytesDone();
  }

  long bytesTotal() {
    return stream == null ? 0 : stream.bytesTotal();
  }

  DataSize measured() {
    return stream == null ? DataSize.NONE : stream.measured();
  }

  void abort() {
    preparation.abort();
    warmUp.abort();
    if (stream != null) {
      stream.abort();
    }
  }
}
