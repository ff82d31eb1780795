package io.amoeba.experiments.priority;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How requests are marked, and what the node does with them. Immutable.
 *
 * @param name as on the command line
 * @param withLow whether there are low requests
 * @param semaphore threshold of {@link PaperSemaphore}; 0: it is off
 * @param settings attributes of the agent's MBean
 */
record PriorityMode(
    String name, boolean withLow, Marking marking, int semaphore, Map<String, Object> settings) {

  /** The class that requests name. */
  enum Marking {
    /** As clients do that know no classes. */
    NONE,
    NORMAL,
    /** High ones name theirs; the others name none, and are normal. */
    HIGH,
    /** That of the load: high, or low. */
    CLASSES;

    /** Whether there are high requests to the node. */
    boolean hasHigh() {
      return this == HIGH || this == CLASSES;
    }
  }

  static final String HIGH_LOAD = "high";
  static final String LOW_LOAD = "low";

  /** More than there are requests. */
  private static final String NO_LIMIT = "1024";

  private static final int MOST_REQUESTS = 1_000;
  private static final int LEAST_TARGET = 50;
  private static final int MOST_TARGET = 100_000;

  /** The agent classifies requests, and none of its levers is on. */
  private static final Map<String, Object> CLASSIFIES =
      Map.of(
          "Enabled",
          true,
          "Mode",
          "act",
          "LowLimit",
          NO_LIMIT,
          "NormalLimit",
          "off",
          "Activation",
          1,
          "QuietTimeMillis",
          50L,
          "HopWaitTargetMicros",
          250L,
          "InlineLocal",
          "off",
          "OwnThreads",
          false,
          "TaskOrder",
          false);

  /** The agent's defaults. */
  private static final Map<String, Object> PRODUCT =
      with(
          CLASSIFIES,
          Map.of("LowLimit", "auto", "InlineLocal", "low", "OwnThreads", true, "TaskOrder", true));

  /**
   * Threads of the low class with a raised nice value, and their local part inline: on a busy node
   * the shared threads run most of theirs so, and a further change of the thread would cost more
   * than the nice value brings.
   */
  private static final Map<String, Object> OWN_THREADS =
      Map.of("OwnThreads", true, "InlineLocal", "low");

  private static final Map<String, Object> OFF = with(CLASSIFIES, Map.of("Enabled", false));

  /** High requests only: what they cost at best. */
  static final PriorityMode ALONE = new PriorityMode("alone", false, Marking.NONE, 0, OFF);

  /** Both, as without the agent: the problem. */
  static final PriorityMode STOCK = new PriorityMode("stock", true, Marking.NONE, 0, OFF);

  /** The agent is on, and nobody marks anything. */
  static final PriorityMode UNMARKED = new PriorityMode("unmarked", true, Marking.NONE, 0, PRODUCT);

  static final PriorityMode FULL = marked("full", 0, PRODUCT, Map.of());

  /** The agent's defaults, where nobody marks the requests of the other clients as low. */
  private static final PriorityMode HIGH_ONLY =
      new PriorityMode("high-only", true, Marking.HIGH, 0, PRODUCT);

  /** The same, and these requests are limited as the last resort. */
  static final PriorityMode NORMAL_LIMIT =
      new PriorityMode(
          "normal-limit", true, Marking.HIGH, 0, with(PRODUCT, Map.of("NormalLimit", "auto")));

  private static final List<PriorityMode> NAMED =
      List.of(
          ALONE,
          STOCK,
          UNMARKED,
          new PriorityMode("marked", true, Marking.NORMAL, 0, PRODUCT),
          marked("nice-only", 0, CLASSIFIES, OWN_THREADS),
          marked("queue-only", 0, CLASSIFIES, Map.of("TaskOrder", true)),
          marked("inline-only", 0, CLASSIFIES, Map.of("InlineLocal", "high-and-low")),
          FULL,
          HIGH_ONLY,
          NORMAL_LIMIT);

  private static final Pattern NUMBERED =
      Pattern.compile("(limit|semaphore|full-activation|full-target)-(\\d{1,6})(-nice)?");

  static final String NAMES =
      "alone, stock, unmarked, marked, nice-only, queue-only, inline-only, limit-N, semaphore-N,"
          + " semaphore-N-nice, full, full-activation-N, full-target-MICROS, high-only,"
          + " normal-limit";

  static final List<PriorityMode> USUAL =
      Stream.of("unmarked", "nice-only", "limit-4", "semaphore-1", "semaphore-1-nice", "full")
          .map(name -> of(name).orElseThrow())
          .toList();

  private static PriorityMode marked(
      String name, int semaphore, Map<String, Object> settings, Map<String, Object> changes) {
    return new PriorityMode(name, true, Marking.CLASSES, semaphore, with(settings, changes));
  }

  private static Map<String, Object> with(Map<String, Object> all, Map<String, Object> changes) {
    Map<String, Object> merged = new LinkedHashMap<>(all);
    merged.putAll(changes);
    return Map.copyOf(merged);
  }

  static Optional<PriorityMode> of(String name) {
    Matcher numbered = NUMBERED.matcher(name);
    return numbered.matches()
        ? numbered(name, numbered)
        : NAMED.stream().filter(mode -> mode.name.equals(name)).findFirst();
  }

  private static Optional<PriorityMode> numbered(String name, Matcher parts) {
    int number = Integer.parseInt(parts.group(2));
    boolean target = parts.group(1).equals("full-target");
    boolean nice = parts.group(3) != null;
    if (number < (target ? LEAST_TARGET : 1)
        || number > (target ? MOST_TARGET : MOST_REQUESTS)
        || nice && !parts.group(1).equals("semaphore")) {
      return Optional.empty();
    }
    return Optional.of(
        switch (parts.group(1)) {
          case "limit" -> marked(name, 0, CLASSIFIES, Map.of("LowLimit", parts.group(2)));
          case "semaphore" -> marked(name, number, CLASSIFIES, nice ? OWN_THREADS : Map.of());
          case "full-activation" -> marked(name, 0, PRODUCT, Map.of("Activation", number));
          default -> marked(name, 0, PRODUCT, Map.of("HopWaitTargetMicros", (long) number));
        });
  }

  /**
   * The class that a request of a load names; empty: none.
   *
   * @param load {@value #HIGH_LOAD} or {@value #LOW_LOAD}
   */
  String named(String load) {
    return switch (marking) {
      case NONE -> "";
      case NORMAL -> "normal";
      case HIGH -> load.equals(HIGH_LOAD) ? load : "";
      case CLASSES -> load;
    };
  }

  /** Modes with those that all others are compared with. */
  static List<PriorityMode> withBaselines(List<PriorityMode> modes) {
    return Stream.concat(Stream.of(ALONE, STOCK), modes.stream()).distinct().toList();
  }

  @Override
  public String toString() {
    return name;
  }
}
