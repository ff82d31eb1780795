package io.amoeba.coordinator.changes.leadership;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
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
      String reason) {

    static RoundView of(LeadershipRound round) {
      return new RoundView(
          round.primary().toString(),
          round.primary().id(),
          round.work().text(),
          round.first().stream().map(GroupServer::toString).toList(),
          round.way().name().toLowerCase(Locale.ROOT),
          round.candidate().map(GroupServer::toString).orElse(null),
          round.preferred().toString(),
          round.longest().toMillis(),
          round.reason());
    }
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int movedHashSlots() {
    return 0;
  }

  @Override
  public OptionalLong movedKeys() {
    return OptionalLong.of(0);
  }

  /** Hash slots have their primary elsewhere for a while. */
  @Override
  public Set<Effect> effects() {
    return Set.of(Effect.STORE);
  }

  @Override
  public List<AlignedShare> shares() {
    return List.of();
  }

  @Override
  public String text() {
    return "%d rounds of work in groups".formatted(rounds.size());
  }

  @Override
  public List<String> lines() {
    return rounds.stream().map(LeadershipRound::line).toList();
  }

  @Override
  public String costText(PlanCost cost) {
    long changes = rounds.stream().filter(round -> round.candidate().isPresent()).count();
    return "the lead of %d groups changes for a while; no data move".formatted(changes);
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

  /** Reasons tell when work is due, so that work that comes again is not the same. */
  @Override
  public boolean sameOutcome(PlanAction other) {
    return other.as(KeepUpServers.class).filter(that -> rounds.equals(that.rounds)).isPresent();
  }

  @Override
  public boolean leaves(PlanAction other) {
    return other
        .as(KeepUpServers.class)
        .filter(that -> rounds.containsAll(that.rounds))
        .isPresent();
  }

  /** Work comes again, which undoes nothing. */
  @Override
  public boolean repeats(PlanAction earlier) {
    return false;
  }
}
