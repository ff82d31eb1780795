package io.amoeba.coordinator.changes.leadership;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain.AvoidedLoss;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Servers do their work before its trigger, none while it leads: rounds, one after the other. No
 * data move, and in the end each lead is where its round says. Immutable. Source: dissertation,
 * chapter 3.
 */
@JsonTypeName(KeepUpServers.KIND)
public record KeepUpServers(List<LeadershipRound> rounds) implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "keep_up_servers";

  public KeepUpServers {
    rounds = List.copyOf(rounds);
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("rounds are empty");
    }
  }

  /** The rounds of all plans that were completed. */
  static List<LeadershipRound> completed(PlanBook plans) {
    return plans.newestFirst().stream()
        .filter(plan -> plan.state() == PlanState.COMPLETED)
        .flatMap(plan -> plan.plan().action().as(KeepUpServers.class).stream())
        .flatMap(done -> done.rounds.stream())
        .toList();
  }

  private record View(List<RoundView> rounds) {}

  private record RoundView(
      String primary,
      String primaryId,
      String work,
      List<String> first,
      String way,
      @Nullable String candidate,
      String preferred,
      long longestMillis,
      long dueMillis,
      long lossMillisBefore,
      long lossMillisAfter,
      String reason) {

    static RoundView of(LeadershipRound round) {
      return new RoundView(
          round.primary().toString(),
          round.primary().id(),
          round.work().text(),
          round.first().stream().map(ShardServer::toString).toList(),
          round.way().text(),
          round.candidate().map(ShardServer::toString).orElse(null),
          round.preferred().toString(),
          round.longest().toMillis(),
          round.forecast().due().toEpochMilli(),
          round.forecast().loss().lossMillisBefore(),
          round.forecast().loss().lossMillisAfter(),
          round.reason());
    }
  }

  @Override
  public String kind() {
    return KIND;
  }

  /** Hash slots have their primary elsewhere for a while. */
  @Override
  public Set<Effect> effects() {
    return Set.of(Effect.STORE);
  }

  @Override
  public Optional<AvoidedLoss> avoidedLoss() {
    return Optional.of(
        new AvoidedLoss(
            rounds.stream().mapToLong(r -> r.forecast().loss().lossMillisBefore()).sum(),
            rounds.stream().mapToLong(r -> r.forecast().loss().lossMillisAfter()).sum()));
  }

  @Override
  public String text() {
    return "%d rounds of work in shards".formatted(rounds.size());
  }

  @Override
  public List<String> lines() {
    return rounds.stream().map(LeadershipRound::line).toList();
  }

  @Override
  public String costText(PlanCost cost) {
    long changes = rounds.stream().filter(round -> round.candidate().isPresent()).count();
    long pauses = rounds.stream().mapToLong(r -> r.forecast().pauses().toMillis()).sum();
    return "the lead of %d shards changes for a while, and writes pause for about %d ms; no data move"
        .formatted(changes, pauses);
  }

  @Override
  public Optional<Record> view() {
    return Optional.of(new View(rounds.stream().map(RoundView::of).toList()));
  }

  @Override
  public PlanProgress noProgress() {
    return LeadershipProgress.NONE;
  }

  /** The next attempt is another plan, made when the work is due again. */
  @Override
  public boolean retriesAfterFailure() {
    return false;
  }

  @Override
  public int effort() {
    return rounds.size();
  }

  /** Work that comes again is not the same: a plan that was rejected says nothing about it. */
  @Override
  public boolean sameOutcome(PlanAction other) {
    return other
        .as(KeepUpServers.class)
        .filter(that -> rounds.size() == that.rounds.size())
        .filter(
            that -> rounds.stream().allMatch(one -> that.rounds.stream().anyMatch(one::isSameAs)))
        .isPresent();
  }

  @Override
  public boolean leaves(PlanAction other) {
    return other
        .as(KeepUpServers.class)
        .filter(
            that -> that.rounds.stream().allMatch(one -> rounds.stream().anyMatch(one::isSameWork)))
        .isPresent();
  }

  /** Work comes again, which undoes nothing. */
  @Override
  public boolean repeats(PlanAction earlier) {
    return false;
  }
}
