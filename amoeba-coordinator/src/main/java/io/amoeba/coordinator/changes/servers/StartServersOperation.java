package io.amoeba.coordinator.changes.servers;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.members.MemberCheck;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.plan.PlanProgress;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts servers and makes them members, one with each step, to the first one that does not become
 * a member. Nothing is ever half done: a server that was started is found running, and one whose
 * start still goes on is waited for.
 */
public final class StartServersOperation implements Operation<StartingServers> {

  private static final Logger LOG = LoggerFactory.getLogger(StartServersOperation.class);

  /** How long the next safe point may take when the coordinator ends. */
  private static final Duration LAST_STEP = Duration.ofSeconds(8);

  private final ClusterAdmin store;
  private final MemberCheck members;
  private final ServerStarter starter;
  private final Duration limit;

  /**
   * An operation.
   *
   * @param store used on the thread of the steps alone
   * @param members asked before a server is greeted
   * @param limit from the end of a command until every primary knows the server
   */
  public StartServersOperation(
      ClusterAdmin store, MemberCheck members, ServerStarter starter, Duration limit) {
    this.store = store;
    this.members = members;
    this.starter = starter;
    this.limit = limit;
  }

  @Override
  public String kind() {
    return StartServers.KIND;
  }

  @Override
  public Class<StartingServers> stateType() {
    return StartingServers.class;
  }

  @Override
  public StartingServers initial(PlanRecord plan) {
    StartServers action = plan.plan().action().as(StartServers.class).orElseThrow();
    int done = plan.done() instanceof StartProgress earlier ? earlier.members() : 0;
    return new StartingServers(action.servers(), done);
  }

  @Override
  public Step<StartingServers> step(StartingServers state, StepControl control)
      throws InterruptedException {
    if (state.isComplete()) {
      return new Step.Done<>(state, List.of());
    }
    try {
      new ServerStart(store, members, starter, limit, control).carryOut(state.next());
    } catch (StartFailure e) {
      return new Step.Failed<>(state, e.problems());
    }
    LOG.info("{} is an empty member", state.next());
    return new Step.Continue<>(state.withNextAsMember());
  }

  @Override
  public Step<StartingServers> undo(StartingServers state, StepControl control) {
    return new Step.Done<>(state, List.of());
  }

  @Override
  public boolean isHalfDone(StartingServers state) {
    return false;
  }

  @Override
  public PlanProgress progress(StartingServers state) {
    return new StartProgress(state.members());
  }

  @Override
  public Problem halfDone(StartingServers state) {
    throw new IllegalStateException("starts of servers are never half done");
  }

  @Override
  public Duration stopTimeout() {
    return LAST_STEP;
  }
}
