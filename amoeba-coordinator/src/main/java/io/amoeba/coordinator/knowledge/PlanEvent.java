package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.diagnosis.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A plan reached a state: when, by whom ({@code coordinator}, {@code policy}, or a token's name),
 * and why. Immutable.
 *
 * @param note for people
 * @param problems that led to the state, or that do not matter for it
 */
public record PlanEvent(
    Instant at, PlanState state, String by, String note, List<Problem> problems) {

  /** The coordinator itself, as author. */
  public static final String COORDINATOR = "coordinator";

  /** The policy, as the one who approves. */
  public static final String POLICY = "policy";

  public PlanEvent {
    problems = List.copyOf(problems);
  }

  /** One without problems. */
  public PlanEvent(Instant at, PlanState state, String by, String note) {
    this(at, state, by, note, List.of());
  }

  /** The codes of its problems. */
  public Set<String> codes() {
    return problems.stream().map(Problem::code).collect(Collectors.toSet());
  }
}
