package io.amoeba.shift.protocol.node;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of a node, which it gossips. Times are milliseconds since 1970 by its own clock, 0
 * while it serves reads and does not work. Immutable.
 *
 * @param isShifted whether reads go to other replicas
 * @param isWorking whether background work is announced
 * @param isDrained whether clients were disconnected, too
 * @param sinceMillis since when reads have been shifted, or else work has been announced
 * @param untilMillis when the work ends at the latest
 * @param usePercent the CPU use of the node, 0 … 100; empty: unknown
 * @param isCompacting whether a large compaction runs
 */
public record NodeState(
    boolean isShifted,
    boolean isWorking,
    boolean isDrained,
    long sinceMillis,
    long untilMillis,
    OptionalInt usePercent,
    boolean isCompacting) {

  /** The longest work that can be announced at once: a day. */
  public static final long MOST_WORK_MILLIS = 24L * 60 * 60 * 1_000;

  /** The longest time that caches are warmed before reads return: an hour. */
  public static final long MOST_WARMING_MILLIS = 60L * 60 * 1_000;

  /** Clocks of two nodes differ by less than this. */
  static final long CLOCK_SKEW_MILLIS = 10L * 60 * 1_000;

  private static final int MOST_CHARACTERS = 200;

  private static final Pattern TEXT =
      Pattern.compile(
          "read-shift:1:(serving|shifted):(quiet|working):(clients|drained)"
              + ":(0|[1-9][0-9]{0,14}):(0|[1-9][0-9]{0,14}):(100|[1-9]?[0-9]|-)"
              + ":(idle|compacting)(?::[!-~]*)?");

  /** Refuses a state that no node can have. */
  public NodeState {
    boolean active = isShifted || isWorking;
    if (isDrained && !isShifted) {
      throw new IllegalArgumentException("Clients are drained only while reads are shifted");
    }
    if (active
        ? sinceMillis <= 0 || untilMillis < sinceMillis
        : sinceMillis != 0 || untilMillis != 0) {
      throw new IllegalArgumentException(
          "since %d, until %d: want both 0 for a quiet node, and else 1 or more and not before"
              .formatted(sinceMillis, untilMillis));
    }
    if (usePercent.isPresent() && (usePercent.getAsInt() < 0 || usePercent.getAsInt() > 100)) {
      throw new IllegalArgumentException("use " + usePercent.getAsInt() + ": want 0 … 100");
    }
  }

  /** Of a node without a large compaction. */
  public NodeState(
      boolean isShifted,
      boolean isWorking,
      boolean isDrained,
      long sinceMillis,
      long untilMillis,
      OptionalInt usePercent) {
    this(isShifted, isWorking, isDrained, sinceMillis, untilMillis, usePercent, false);
  }

  /** The same with or without a large compaction. */
  public NodeState withCompacting(boolean changed) {
    return new NodeState(
        isShifted, isWorking, isDrained, sinceMillis, untilMillis, usePercent, changed);
  }

  /** A node that serves reads and does not work. */
  public static NodeState quiet(OptionalInt usePercent) {
    return new NodeState(false, false, false, 0, 0, usePercent);
  }

  /** The same with another CPU use. */
  public NodeState with(OptionalInt changedUsePercent) {
    return new NodeState(
        isShifted, isWorking, isDrained, sinceMillis, untilMillis, changedUsePercent, isCompacting);
  }

  /** As it is gossiped. */
  public String text() {
    return "read-shift:1:%s:%s:%s:%d:%d:%s:%s"
        .formatted(
            isShifted ? "shifted" : "serving",
            isWorking ? "working" : "quiet",
            isDrained ? "drained" : "clients",
            sinceMillis,
            untilMillis,
            usePercent.isPresent() ? Integer.toString(usePercent.getAsInt()) : "-",
            isCompacting ? "compacting" : "idle");
  }

  /**
   * What another node has gossiped. Fields that a later release appends are ignored. Empty for any
   * other text, for a state that no node can have, and for work that ends later than can be
   * announced.
   *
   * @param nowMillis by this node's clock
   */
  public static Optional<NodeState> parse(String text, long nowMillis) {
    if (text.length() > MOST_CHARACTERS) {
      return Optional.empty();
    }
    Matcher fields = TEXT.matcher(text);
    if (!fields.matches()) {
      return Optional.empty();
    }
    long until = Long.parseLong(fields.group(5));
    if (until - nowMillis > MOST_WORK_MILLIS + MOST_WARMING_MILLIS + CLOCK_SKEW_MILLIS) {
      return Optional.empty();
    }
    String use = fields.group(6);
    try {
      return Optional.of(
          new NodeState(
              fields.group(1).equals("shifted"),
              fields.group(2).equals("working"),
              fields.group(3).equals("drained"),
              Long.parseLong(fields.group(4)),
              until,
              use.equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(use)),
              fields.group(7).equals("compacting")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether reads go to other replicas. A node whose work has ended long ago has only not said so:
   * it does not count.
   *
   * @param nowMillis by the clock of the node that asks
   */
  public boolean isShiftedAt(long nowMillis) {
    return isShifted && nowMillis - untilMillis < CLOCK_SKEW_MILLIS;
  }
}
