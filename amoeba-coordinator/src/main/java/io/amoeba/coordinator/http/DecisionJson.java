package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.amoeba.coordinator.knowledge.DecisionLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision, from the first to the last time that it was made. Immutable.
 *
 * @param times how often it was made in a row
 * @param plan absent: it is about no plan
 * @param codes of the problems, or the checks of the policy, that led to it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DecisionJson(
    long sinceMillis,
    long untilMillis,
    int times,
    @Nullable String plan,
    List<String> codes,
    String text) {

  static DecisionJson of(DecisionLog.Decision decision) {
    return new DecisionJson(
        decision.since().toEpochMilli(),
        decision.until().toEpochMilli(),
        decision.times(),
        decision.plan().orElse(null),
        decision.codes(),
        decision.text());
  }

  static List<DecisionJson> newest(DecisionLog decisions, int atMost) {
    return decisions.newestFirst().stream().limit(atMost).map(DecisionJson::of).toList();
  }
}
