package io.amoeba.coordinator.execute.starts;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.execute.pause.PauseGate;
import io.amoeba.coordinator.plan.StartServers;
import io.amoeba.coordinator.plan.StartServers.Server;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers of one plan, one after the other. For one run. Safe for concurrent use. */
final class PlanOfStarts implements Pausable {

  private static final Logger LOG = LoggerFactory.getLogger(PlanOfStarts.class);

  /** How it ended. Immutable. */
  record Report(End end, List<String> reasons) {
    Report {
      reasons = List.copyOf(reasons);
    }
  }

  private final StartServers action;
  private final AtomicInteger members;
  private final PauseGate gate = new PauseGate();
  private volatile boolean left;

  /**
   * A plan that has not begun, or rests.
   *
   * @param members how many of its servers are members already
   */
  PlanOfStarts(StartServers action, int members) {
    this.action = action;
    this.members = new AtomicInteger(members);
  }

  int members() {
    return members.get();
  }

  @Override
  public void pause() {
    gate.pause();
  }

  @Override
  public void resume() {
    gate.resume();
  }

  @Override
  public void abort() {
    gate.abort();
  }

  /** The coordinator ends: its successor goes on. */
  void leave() {
    left = true;
    gate.abort();
  }

  /** Goes on to the end, or to the first server that does not become a member. */
  Report carryOut(Function<PauseGate, ServerStart> starts) {
    while (members() < action.servers().size()) {
      Server server = action.servers().get(members());
      try {
        if (!starts.apply(gate).carryOut(server)) {
          return new Report(left ? End.LEFT : End.ABORTED, List.of());
        }
        LOG.info("{} is an empty member", server);
        members.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Report(End.LEFT, List.of());
      } catch (RuntimeException e) {
        LOG.warn("{} could not be made a member", server, e);
        return new Report(left ? End.LEFT : End.FAILED, List.of(String.valueOf(e.getMessage())));
      }
    }
    return new Report(End.COMPLETED, List.of());
  }
}
