package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.Reason;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a look at both systems says about plans. Immutable.
 *
 * @param fingerprint the topology; empty: not certain now
 * @param proposals what should be changed, the most urgent first
 * @param why there are no proposals
 * @param reported edges that task managers report, so that the maps in force are known
 * @param skipped why data or the job stay where they should not be, whatever is changed
 */
public record Sight(
    Optional<String> fingerprint,
    List<Proposal> proposals,
    Reason why,
    Set<EdgeId> reported,
    List<Problem> skipped) {

  public Sight {
    proposals = List.copyOf(proposals);
    reported = Set.copyOf(reported);
    skipped = List.copyOf(skipped);
  }

  /** A look by which nothing stays where it should not be. */
  public Sight(
      Optional<String> fingerprint, List<Proposal> proposals, String why, Set<EdgeId> reported) {
    this(fingerprint, proposals, Reason.of(why), reported, List.of());
  }

  /** A look by which nothing can be decided: plans neither end nor begin. */
  public static Sight unclear(String why) {
    return new Sight(Optional.empty(), List.of(), why, Set.of());
  }

  /** A look by which nothing can be decided while there is a problem. */
  public static Sight unclear(Problem problem) {
    return new Sight(Optional.empty(), List.of(), Reason.of(List.of(problem)), Set.of(), List.of());
  }
}
