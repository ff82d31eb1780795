package io.amoeba.coordinator.changes.leadership;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The lead leaves a server at an operator's request, so that it can be restarted or upgraded, and
 * returns when the operator says so, or when the time is over. Immutable.
 *
 * @param server the primary that is to lead no more
 * @param candidate the replica that leads in its place
 * @param longest how long the lead may be away, more than 0
 */
@JsonTypeName(LeaveServer.KIND)
public record LeaveServer(ShardServer server, ShardServer candidate, Duration longest)
    implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "leave_server";

  public LeaveServer {
    if (server.equals(candidate)) {
      throw new IllegalArgumentException(server + " is no replica of itself");
    }
    if (longest.isNegative() || longest.isZero()) {
      throw new IllegalArgumentException("longest is " + longest);
    }
  }

  private record View(String server, String serverId, String candidate, long longestMillis) {}

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
  public String text() {
    return "%s leads in place of %s".formatted(candidate, server);
  }

  @Override
  public List<String> lines() {
    return List.of(
        "%s leads in place of %s until amoeba take-back %s, at most %d s"
            .formatted(candidate, server, server, longest.toSeconds()));
  }

  @Override
  public String costText(PlanCost cost) {
    return "the lead of one shard changes for a while; no data move";
  }

  @Override
  public Optional<Record> view() {
    return Optional.of(
        new View(server.toString(), server.id(), candidate.toString(), longest.toMillis()));
  }

  @Override
  public PlanProgress noProgress() {
    return LeadershipProgress.NONE;
  }

  @Override
  public boolean isOrdered() {
    return true;
  }

  @Override
  public boolean retriesAfterFailure() {
    return false;
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other.as(LeaveServer.class).filter(this::equals).isPresent();
  }

  /** People may ask for it as often as they like. */
  @Override
  public boolean repeats(PlanAction earlier) {
    return false;
  }
}
