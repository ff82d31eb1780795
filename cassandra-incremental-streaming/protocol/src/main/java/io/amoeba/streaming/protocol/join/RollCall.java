package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.join.ClusterSnapshot.RivalJoin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What all members have said about one plan, in one snapshot of the cluster.
 *
 * @param announced the last epoch announced; whoever has acknowledged a later one knows of what
 *     this node has forgotten, and its word counts for nothing
 */
record RollCall(UUID plan, long announced, ClusterSnapshot cluster) {

  /**
   * No request takes longer, whatever a member says. What is added to it must not overflow: then no
   * wait would be one.
   */
  static final long LONGEST_TIMEOUT_MILLIS = Duration.ofDays(1).toMillis();

  /** Operators are told of longer ones: a join waits for them several times in each step. */
  private static final long USUAL_TIMEOUT_MILLIS = Duration.ofMinutes(1).toMillis();

  /** A member's acknowledgement of this plan, or one that says nothing. */
  Acknowledgement of(Member member) {
    Acknowledgement said = member.acknowledgement();
    boolean counts =
        member.hasAgent()
            && said != null
            && said.plan().equals(plan)
            && (said.voided() || said.epoch() <= announced);
    return counts && said != null ? said : new Acknowledgement(plan, 0, 0, 0, 0, false);
  }

  boolean voided() {
    return cluster.members().stream().anyMatch(member -> of(member).voided());
  }

  boolean allAcknowledge(long epoch) {
    return cluster.members().stream().allMatch(member -> of(member).epoch() >= epoch);
  }

  /** Another node's join that goes before this one. */
  Optional<RivalJoin> first(JoinRecord own) {
    return cluster.rival(rival -> rival.goesBefore(own));
  }

  /** What this node's join must wait for, in words. */
  Optional<String> otherChange(JoinRecord own) {
    return cluster
        .otherChange()
        .or(
            () ->
                cluster
                    .rival(rival -> rival.pending() || rival.goesBefore(own))
                    .map(rival -> "the join of " + rival.endpoint()));
  }

  /** Whether all have that can. */
  boolean livingAcknowledge(long epoch) {
    return cluster.members().stream()
        .filter(Member::alive)
        .allMatch(member -> of(member).epoch() >= epoch);
  }

  /** Who has not acknowledged the epoch, each with the reason as far as it is known. */
  List<String> missing(long epoch) {
    List<String> missing = new ArrayList<>();
    for (Member member : cluster.members()) {
      long acknowledged = of(member).epoch();
      if (acknowledged < epoch) {
        missing.add(member.endpoint() + reason(member, acknowledged, epoch));
      }
    }
    return missing;
  }

  private String reason(Member member, long acknowledged, long epoch) {
    if (!member.alive() && !member.hibernating()) {
      return " is down: start it; if it is lost, remove this node, then that one";
    }
    if (!member.hasAgent()) {
      return " (" + member.release() + ") runs without the agent: restart it with the agent";
    }
    Acknowledgement said = member.acknowledgement();
    if (said != null && said.plan().equals(plan) && said.epoch() > announced) {
      return " knows epoch "
          + said.epoch()
          + ", this node's disk only "
          + announced
          + ": remove this node and wipe it";
    }
    return (member.hibernating() ? " hibernates and" : "")
        + " has acknowledged epoch "
        + acknowledged
        + " of "
        + epoch
        + (member.hibernating()
            ? ": if it does not run, start it; if it is lost, remove this node, then that one"
            : "");
  }

  /** Members that have applied this epoch and given its pending tokens up since. */
  boolean anyGaveUp(long epoch) {
    return cluster.members().stream()
        .map(this::of)
        .anyMatch(said -> said.epoch() >= epoch && !said.holds());
  }

  long longestWriteTimeoutMillis() {
    return longest(Acknowledgement::writeTimeoutMillis);
  }

  /** Of reads and writes. */
  long longestTimeoutMillis() {
    return Math.max(longestWriteTimeoutMillis(), longest(Acknowledgement::readTimeoutMillis));
  }

  private long longest(ToLongFunction<Acknowledgement> timeout) {
    return cluster.members().stream()
        .map(this::of)
        .mapToLong(timeout)
        .map(RollCall::bounded)
        .max()
        .orElse(0);
  }

  private static long bounded(long timeoutMillis) {
    return Math.min(timeoutMillis, LONGEST_TIMEOUT_MILLIS);
  }

  /** Whose writes take unusually long, as they say; empty where nobody's do. */
  String slowWriters() {
    return cluster.members().stream()
        .filter(member -> of(member).writeTimeoutMillis() > USUAL_TIMEOUT_MILLIS)
        .map(
            member ->
                ", which take up to %d s at %s"
                    .formatted(
                        Duration.ofMillis(bounded(of(member).writeTimeoutMillis())).toSeconds(),
                        member.endpoint()))
        .collect(Collectors.joining());
  }

  boolean alive(String endpoint) {
    return is(endpoint, Member::alive);
  }

  boolean hibernating(String endpoint) {
    return is(endpoint, Member::hibernating);
  }

  private boolean is(String endpoint, Predicate<Member> state) {
    return cluster.members().stream()
        .anyMatch(member -> member.endpoint().equals(endpoint) && state.test(member));
  }
}
