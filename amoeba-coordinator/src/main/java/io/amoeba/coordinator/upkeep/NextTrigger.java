package io.amoeba.coordinator.upkeep;

import io.amoeba.coordinator.upkeep.Triggers.SaveTrigger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Calculates when the triggers of a server fire. Stateless. */
final class NextTrigger {

  /** What is further away does not matter, and could not be calculated with. */
  private static final Duration HORIZON = Duration.ofDays(365);

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final double MILLIS_PER_SECOND = 1_000;

  private NextTrigger() {}

  /*
   * Ten times a second a server without running work looks at its triggers (serverCron of Redis
   * 6.2 … 7.4). It saves by the line "save S C" if at least C changes came since the last save,
   * and more than S whole seconds passed since its end: at S + 1, since both clocks are whole
   * seconds. It rewrites its append-only file if that is larger than auto-aof-rewrite-min-size and
   * has grown by auto-aof-rewrite-percentage. After a failure it tries again within seconds
   * (save), or ever more rarely (rewrite, after the third).
   *
   *   due(save S C) = max(saved + S + 1, clock + (C - changes) / rate), the earliest line counts
   *   due(rewrite)  = clock + (max(least + 1, base * (1 + percent / 100)) - bytes) / rate
   */

  static UpkeepForecast save(Optional<ServerWork> before, ServerWork now) {
    UpkeepKind kind = UpkeepKind.SAVE;
    if (now.triggers().saves().isEmpty()) {
      return new UpkeepForecast.NotDue(kind, "save is off");
    }
    Optional<Instant> saved = now.save().at();
    if (now.clock().isEmpty() || saved.isEmpty() || now.changes().isEmpty()) {
      return new UpkeepForecast.Unknown(
          kind, "INFO lacks server_time_usec, rdb_last_save_time or rdb_changes_since_last_save");
    }
    Instant clock = now.clock().get();
    if (saved.get().isAfter(clock)) {
      return new UpkeepForecast.Unknown(
          kind, "the server's clock was set back behind its last save");
    }
    Rate rate = changeRate(before, now, clock, saved.get(), now.changes().getAsLong());
    if (!rate.unknown.isEmpty()) {
      return new UpkeepForecast.Unknown(kind, rate.unknown);
    }
    Optional<UpkeepForecast.Due> earliest = Optional.empty();
    for (SaveTrigger trigger : now.triggers().saves()) {
      OptionalDouble enough = rate.secondsUntil(trigger.changes() - now.changes().getAsLong());
      Duration most = Duration.between(clock, saved.get()).plusSeconds(trigger.seconds() + 1);
      if (enough.isPresent() && most.compareTo(HORIZON) <= 0) {
        Instant at = later(after(clock, enough.getAsDouble()), clock.plus(most));
        if (earliest.isEmpty() || at.isBefore(earliest.get().at())) {
          earliest = Optional.of(new UpkeepForecast.Due(kind, at, trigger.toString()));
        }
      }
    }
    return earliest
        .<UpkeepForecast>map(due -> due)
        .orElseGet(
            () -> new UpkeepForecast.NotDue(kind, "too few keys change for any line of save"));
  }

  /** Where a save ended between the readings, its begin counts as the reading before. */
  private static Rate changeRate(
      Optional<ServerWork> before, ServerWork now, Instant clock, Instant saved, long changes) {
    Optional<Instant> clockBefore = before.flatMap(ServerWork::clock);
    OptionalLong changesBefore = before.map(ServerWork::changes).orElse(OptionalLong.empty());
    if (clockBefore.isEmpty() || changesBefore.isEmpty()) {
      return Rate.unknown("it was read only once yet");
    }
    if (!before.flatMap(work -> work.save().at()).equals(Optional.of(saved))) {
      Instant begun = saved.minus(now.save().took().orElse(Duration.ZERO));
      Duration time = Duration.between(begun, clock);
      return Rate.of(changes, time.compareTo(SECOND) < 0 ? SECOND : time);
    }
    if (changes < changesBefore.getAsLong()) {
      return Rate.unknown(
          "its changes since the last save fell from %d to %d without a save"
              .formatted(changesBefore.getAsLong(), changes));
    }
    return Rate.of(changes - changesBefore.getAsLong(), Duration.between(clockBefore.get(), clock));
  }

  static UpkeepForecast rewrite(Optional<ServerWork> before, ServerWork now) {
    UpkeepKind kind = UpkeepKind.REWRITE;
    ServerWork.AppendOnlyFile file = now.appendOnly();
    if (!file.on()) {
      return new UpkeepForecast.NotDue(kind, "appendonly is off");
    }
    if (now.triggers().rewritePercent() == 0) {
      return new UpkeepForecast.NotDue(kind, "auto-aof-rewrite-percentage is 0");
    }
    if (now.clock().isEmpty() || file.bytes().isEmpty() || file.rewrittenBytes().isEmpty()) {
      return new UpkeepForecast.Unknown(
          kind, "INFO lacks server_time_usec, aof_current_size or aof_base_size");
    }
    Instant clock = now.clock().get();
    if (file.scheduled()) {
      return new UpkeepForecast.Due(kind, clock, "scheduled");
    }
    // Servers count a file that they have never rewritten as grown from one byte.
    double base = Math.max(file.rewrittenBytes().getAsLong(), 1);
    double enough =
        Math.max(
            now.triggers().rewriteLeastBytes() + 1.0,
            base + base * now.triggers().rewritePercent() / 100);
    Rate rate = growth(before, file, clock);
    if (!rate.unknown.isEmpty()) {
      return new UpkeepForecast.Unknown(kind, rate.unknown);
    }
    OptionalDouble seconds = rate.secondsUntil(enough - file.bytes().getAsLong());
    return seconds.isPresent()
        ? new UpkeepForecast.Due(
            kind,
            after(clock, seconds.getAsDouble()),
            "auto-aof-rewrite-percentage " + now.triggers().rewritePercent())
        : new UpkeepForecast.NotDue(kind, "the append-only file grows too slowly");
  }

  private static Rate growth(
      Optional<ServerWork> before, ServerWork.AppendOnlyFile file, Instant clock) {
    Optional<Instant> clockBefore = before.flatMap(ServerWork::clock);
    OptionalLong bytesBefore =
        before.map(work -> work.appendOnly().bytes()).orElse(OptionalLong.empty());
    if (clockBefore.isEmpty() || bytesBefore.isEmpty()) {
      return Rate.unknown("it was read only once yet");
    }
    if (!before
        .map(work -> work.appendOnly().rewrittenBytes())
        .equals(Optional.of(file.rewrittenBytes()))) {
      return Rate.unknown("a rewrite ended, or the server started, since it was read before");
    }
    long bytes = file.bytes().orElse(0);
    if (bytes < bytesBefore.getAsLong()) {
      return Rate.unknown(
          "its append-only file shrank from %d to %d bytes without a rewrite"
              .formatted(bytesBefore.getAsLong(), bytes));
    }
    return Rate.of(bytes - bytesBefore.getAsLong(), Duration.between(clockBefore.get(), clock));
  }

  private static Instant after(Instant clock, double seconds) {
    return clock.plusMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /**
   * How fast something grows, each second.
   *
   * @param unknown why it is unknown; empty: it is known
   */
  private record Rate(double perSecond, String unknown) {

    static Rate unknown(String reason) {
      return new Rate(0, reason);
    }

    static Rate of(long growth, Duration time) {
      return time.isNegative() || time.isZero()
          ? unknown("its clock has not advanced since it was read before")
          : new Rate(growth * MILLIS_PER_SECOND / Math.max(time.toMillis(), 1), "");
    }

    /** Empty: it takes longer than a year. */
    OptionalDouble secondsUntil(double missing) {
      double seconds = missing <= 0 ? 0 : missing / perSecond;
      return seconds <= HORIZON.toSeconds() ? OptionalDouble.of(seconds) : OptionalDouble.empty();
    }
  }
}
