package io.amoeba.coordinator.config;

import io.amoeba.coordinator.execute.moves.MoveLimits;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.moves.MoveRules;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the section about moves of hash slots. Stateless. */
final class MoveSection {

  private static final String BEST = "best";
  private static final String SETSLOT = "setslot";
  private static final int MOST_KEYS = 10_000;
  private static final Pattern SPAN = Pattern.compile("(\\d{1,5})(?:\\s*-\\s*(\\d{1,5}))?");

  private MoveSection() {}

  static MoveLimits limits(ConfigSection section) {
    MoveLimits absent = MoveLimits.DEFAULT;
    int timeout = (int) absent.migrateTimeout().toMillis();
    return new MoveLimits(
        absent.hashSlotsPerBatch(),
        section.number("hashSlotsAtOnce", 1, MoveLimits.MOST_AT_ONCE, absent.hashSlotsAtOnce()),
        section.number("keysPerMigrate", 1, MOST_KEYS, absent.keysPerMigrate()),
        section.number("keysPerSecond", 0, Integer.MAX_VALUE, absent.keysPerSecond()),
        section.millis("migrateTimeoutMillis", 100, 60_000, timeout),
        absent.attempts(),
        atomic(section),
        section.number("hashSlotsPerMigration", 1, HashSlot.COUNT, absent.hashSlotsPerMigration()));
  }

  private static boolean atomic(ConfigSection section) {
    String way = section.text("way").orElse(BEST);
    if (!way.equals(BEST) && !way.equals(SETSLOT)) {
      section.problem(
          "way",
          "'" + way + "'",
          BEST + " or " + SETSLOT,
          "best takes atomic migrations where all servers know them; setslot never does.");
    }
    return !way.equals(SETSLOT);
  }

  static MoveRules rules(ConfigSection section) {
    return new MoveRules(
        hashSlots(section),
        section.addresses("fixedPrimaries"),
        Set.copyOf(section.texts("fixedNodes")),
        Set.copyOf(section.texts("forbiddenNodes")),
        CapacitySection.read(section),
        Set.of());
  }

  private static List<HashSlotSpan> hashSlots(ConfigSection section) {
    List<HashSlotSpan> spans = new ArrayList<>();
    for (String text : section.texts("fixedHashSlots")) {
      Optional<HashSlotSpan> span = span(text);
      if (span.isEmpty()) {
        section.problem(
            "fixedHashSlots",
            "'" + text + "'",
            "a list of hash slots 0 … 16383 and spans of them",
            "Write it as [7, 5461-5500].");
      }
      span.ifPresent(spans::add);
    }
    return spans;
  }

  private static Optional<HashSlotSpan> span(String text) {
    Matcher matcher = SPAN.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int from = Integer.parseInt(matcher.group(1));
    int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
    return from <= to && to < HashSlot.COUNT
        ? Optional.of(new HashSlotSpan(from, to))
        : Optional.empty();
  }
}
