package io.amoeba.coordinator.execute.starts;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.execute.background.BackgroundWork;
import io.amoeba.coordinator.execute.background.BackgroundWork.Result;
import io.amoeba.coordinator.execute.background.PlanWork;
import io.amoeba.coordinator.execute.members.MemberCheck;
import io.amoeba.coordinator.execute.migration.MigrationStore;
import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.StartServers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Starts servers in the background. There is nothing to recover: a server that was started is found
 * running, and one whose start still goes on is waited for. Safe for concurrent use.
 */
public final class BackgroundStarts implements PlanWork, AutoCloseable {

  /** How long the next safe point may take when the coordinator ends. */
  private static final Duration LAST_STEP = Duration.ofSeconds(8);

  /**
   * How the starts of a plan stand. Immutable.
   *
   * @param members servers that have become members, earlier runs included
   */
  public record Run(String plan, int members, Optional<End> end, List<String> reasons)
      implements PlanWork.Run {
    public Run {
      reasons = List.copyOf(reasons);
    }

    @Override
    public PlanRecord advance(PlanRecord record) {
      return record.advanced(new PlanProgress.Starts(members));
    }
  }

  private final MigrationStore store;
  private final MemberCheck members;
  private final ServerStarter starter;
  private final Duration limit;
  private final BackgroundWork<PlanOfStarts, PlanOfStarts.Report> work =
      new BackgroundWork<>("amoeba-starts", Optional.empty());

  /**
   * Starts that rest.
   *
   * @param store used by this alone
   * @param members asked before a server is greeted
   * @param limit from the end of a command until every primary knows the server
   */
  public BackgroundStarts(
      MigrationStore store, MemberCheck members, ServerStarter starter, Duration limit) {
    this.store = store;
    this.members = members;
    this.starter = starter;
    this.limit = limit;
  }

  @Override
  public BackgroundWork<? extends Pausable, ?> background() {
    return work;
  }

  @Override
  public boolean carriesOut(PlanAction action) {
    return action instanceof StartServers;
  }

  @Override
  public Optional<Symptom> recover(Recovery recovery) {
    return Optional.empty();
  }

  @Override
  public synchronized void begin(PlanRecord plan) {
    if (plan.plan().action() instanceof StartServers action && work.isFree()) {
      int done = plan.done() instanceof PlanProgress.Starts earlier ? earlier.members() : 0;
      PlanOfStarts begun = new PlanOfStarts(action, done);
      work.begin(plan.id(), begun, () -> new Result<>(carryOut(begun), Optional.empty()));
    }
  }

  private PlanOfStarts.Report carryOut(PlanOfStarts plan) {
    return plan.carryOut(gate -> new ServerStart(store, members, starter, limit, gate));
  }

  @Override
  public Optional<Run> run() {
    return work.running()
        .map(
            now ->
                new Run(
                    now.plan(),
                    now.task().members(),
                    now.report().map(PlanOfStarts.Report::end),
                    now.report().map(PlanOfStarts.Report::reasons).orElse(List.of())));
  }

  @Override
  public void close() {
    work.close(PlanOfStarts::leave, LAST_STEP);
  }
}
