package io.amoeba.experiments.followed;

import io.amoeba.experiments.followed.JobCycle.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The phases of a round, each from when the coordinator was seen in it. One that is shorter than
 * two requests to the coordinator may be missing. Confined to one thread.
 */
final class SeenPhases {
  /** Upper case within the text of a plan's progress. */
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]{4,}(?:_[A-Z]+)*\\b");

  private static final String WORKING = "WORKING";
  private static final Set<String> BEFORE_ANY_ORDER = Set.of("CHECKING", "REPLICAS_WORKING");
  private static final double MILLIS_PER_SECOND = 1e3;

  private final List<Phase> seen = new ArrayList<>();

  /** The plan's progress at a moment. */
  void note(String progress, long millis) {
    Matcher name = NAME.matcher(progress);
    if (name.find() && (seen.isEmpty() || !seen.get(seen.size() - 1).name().equals(name.group()))) {
      seen.add(new Phase(name.group(), millis));
    }
  }

  /** When the lead was ordered to move. */
  long firstOrder() {
    return Math.round(
        seen.stream()
            .filter(phase -> !BEFORE_ANY_ORDER.contains(phase.name()))
            .mapToDouble(Phase::at)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("The round ordered nothing: " + seen)));
  }

  /** How long the former primary worked; NaN if that was not seen. */
  double workSeconds(long endMillis) {
    for (int i = 0; i < seen.size(); i++) {
      if (seen.get(i).name().equals(WORKING)) {
        double to = i + 1 < seen.size() ? seen.get(i + 1).at() : endMillis;
        return (to - seen.get(i).at()) / MILLIS_PER_SECOND;
      }
    }
    return Double.NaN;
  }

  /** All since the first order, in seconds after it. */
  List<Phase> sinceFirstOrder() {
    long first = firstOrder();
    return seen.stream()
        .filter(phase -> phase.at() >= first)
        .map(phase -> new Phase(phase.name(), (phase.at() - first) / MILLIS_PER_SECOND))
        .toList();
  }
}
