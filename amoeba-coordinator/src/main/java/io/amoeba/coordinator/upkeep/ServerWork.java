package io.amoeba.coordinator.upkeep;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a server said of its background work in one answer. Times are by the server's own clock;
 * whatever it did not tell, or not in the documented form, is empty. Immutable. Source: Redis'
 * INFO, sections server, persistence and stats; the fields are those of Redis 6.2 … 8 and Valkey.
 *
 * @param clock when it answered
 * @param running the work that runs; a server does one at a time
 * @param save the last save
 * @param rewrite the last rewrite of the append-only file
 * @param fork how long the last fork stopped the server
 * @param changes of keys since the last save
 * @param appendOnly its append-only file
 * @param triggers of its next works
 * @param leads whether it is a primary
 * @param commands that it has executed since its start
 */
public record ServerWork(
    Optional<Instant> clock,
    Optional<Running> running,
    Last save,
    Last rewrite,
    Optional<Duration> fork,
    OptionalLong changes,
    AppendOnlyFile appendOnly,
    Triggers triggers,
    boolean leads,
    OptionalLong commands) {

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  /** With more digits it could not be calculated with. */
  private static final String COUNT = "\\d{1,17}";

  /** Seconds until the year 2286, or microseconds of almost three hours. */
  private static final String TIME = "\\d{1,10}";

  /**
   * Work that runs.
   *
   * @param since how long
   * @param share of the keys that are written, 0 … 1
   */
  public record Running(UpkeepKind kind, Optional<Duration> since, OptionalDouble share) {}

  /** How the last work ended. */
  public enum Result {
    /** None has ended since the server started. */
    NONE,
    OK,
    FAILED,
    UNKNOWN;

    /** As the API writes it. */
    @JsonValue
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The last work of a kind.
   *
   * @param at of a save: end of the last one that was ok, or the start of the server before the
   *     first one; a server does not tell when a rewrite ended
   * @param copiedBytes of memory that had to be doubled while it ran
   */
  public record Last(
      Optional<Instant> at, Optional<Duration> took, Result result, OptionalLong copiedBytes) {}

  /**
   * The append-only file.
   *
   * @param rewrittenBytes its size after the last rewrite, or when the server started
   * @param scheduled whether its rewrite waits only for other work to end
   */
  public record AppendOnlyFile(
      boolean on, OptionalLong bytes, OptionalLong rewrittenBytes, boolean scheduled) {}

  /** Reads the fields of an answer to INFO, of whichever sections. */
  public static ServerWork of(Map<String, String> info, Triggers triggers) {
    return new ServerWork(
        count(info, "server_time_usec").map(ServerWork::micros),
        running(info),
        new Last(
            seconds(info, "rdb_last_save_time").map(Instant::ofEpochSecond),
            duration(info, "rdb_last_bgsave_time_sec"),
            result(info, "rdb_last_bgsave_status", "rdb_last_bgsave_time_sec"),
            optional(count(info, "rdb_last_cow_size"))),
        new Last(
            Optional.empty(),
            duration(info, "aof_last_rewrite_time_sec"),
            result(info, "aof_last_bgrewrite_status", "aof_last_rewrite_time_sec"),
            optional(count(info, "aof_last_cow_size"))),
        number(info, "latest_fork_usec", TIME)
            .map(micros -> Duration.ofNanos(micros * NANOS_PER_MICRO)),
        optional(count(info, "rdb_changes_since_last_save")),
        new AppendOnlyFile(
            isOne(info, "aof_enabled"),
            optional(count(info, "aof_current_size")),
            optional(count(info, "aof_base_size")),
            isOne(info, "aof_rewrite_scheduled")),
        triggers,
        "master".equals(info.get("role")),
        optional(count(info, "total_commands_processed")));
  }

  private static Optional<Running> running(Map<String, String> info) {
    OptionalDouble share = OptionalDouble.empty();
    long keys = count(info, "current_save_keys_total").orElse(0L);
    if (keys > 0) {
      double done = count(info, "current_save_keys_processed").orElse(0L);
      share = OptionalDouble.of(Math.min(done / keys, 1));
    }
    if (isOne(info, "rdb_bgsave_in_progress")) {
      return Optional.of(
          new Running(UpkeepKind.SAVE, duration(info, "rdb_current_bgsave_time_sec"), share));
    }
    return isOne(info, "aof_rewrite_in_progress")
        ? Optional.of(
            new Running(UpkeepKind.REWRITE, duration(info, "aof_current_rewrite_time_sec"), share))
        : Optional.empty();
  }

  /** Before the first one the state is ok, and the duration -1. */
  private static Result result(Map<String, String> info, String status, String duration) {
    return switch (info.getOrDefault(status, "")) {
      case "ok" -> "-1".equals(info.get(duration)) ? Result.NONE : Result.OK;
      case "err" -> Result.FAILED;
      default -> Result.UNKNOWN;
    };
  }

  private static boolean isOne(Map<String, String> info, String name) {
    return "1".equals(info.get(name));
  }

  private static Optional<Duration> duration(Map<String, String> info, String name) {
    return seconds(info, name).map(Duration::ofSeconds);
  }

  private static Optional<Long> seconds(Map<String, String> info, String name) {
    return number(info, name, TIME);
  }

  private static Optional<Long> count(Map<String, String> info, String name) {
    return number(info, name, COUNT);
  }

  private static Optional<Long> number(Map<String, String> info, String name, String form) {
    return Optional.ofNullable(info.get(name))
        .filter(text -> text.matches(form))
        .map(Long::valueOf);
  }

  private static OptionalLong optional(Optional<Long> number) {
    return number.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private static Instant micros(long micros) {
    return Instant.ofEpochSecond(
        micros / MICROS_PER_SECOND, micros % MICROS_PER_SECOND * NANOS_PER_MICRO);
  }

  /** The last work of a kind, of those that a server tells of. */
  public Optional<Last> last(UpkeepKind kind) {
    return switch (kind) {
      case SAVE -> Optional.of(save);
      case REWRITE -> Optional.of(rewrite);
      case BACKUP -> Optional.empty();
    };
  }

  /** Whether it does such work, or will as soon as its other work has ended. */
  public boolean does(UpkeepKind kind) {
    return running.filter(now -> now.kind() == kind).isPresent()
        || (kind == UpkeepKind.REWRITE && appendOnly.scheduled());
  }

  /** Whether it does any work. */
  public boolean isBusy() {
    return running.isPresent() || appendOnly.scheduled();
  }

  /** Kinds whose last work failed. A failed rewrite counts while the append-only file is on. */
  public List<UpkeepKind> failed() {
    List<UpkeepKind> failed = new ArrayList<>();
    if (save.result == Result.FAILED) {
      failed.add(UpkeepKind.SAVE);
    }
    if (appendOnly.on && rewrite.result == Result.FAILED) {
      failed.add(UpkeepKind.REWRITE);
    }
    return failed;
  }
}
