package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.changes.servers.StartProgress;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanProgress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts to the number of servers of a plan: each number is opened by one step and done by the
 * next, or closed again by undoing it. What happens in a step is up to a test. Safe for concurrent
 * use.
 */
public final class CountingOperation implements Operation<CountingOperation.Count> {

  /** Numbers that are done, of how many, and whether the next one is half done. */
  public record Count(int done, int of, boolean open) {}

  /** What happens within a step, named {@code open 1}, {@code finish 1}, {@code close 1}. */
  public interface Event {
    void happens(String step, StepControl control) throws InterruptedException;
  }

  private final List<String> history = new CopyOnWriteArrayList<>();
  private volatile Event event = (step, control) -> {};
  private volatile Duration stopTimeout = Duration.ofSeconds(20);

  /** Lets something happen in each step from now on. */
  public void in(Event newEvent) {
    event = newEvent;
  }

  void stopsWithin(Duration timeout) {
    stopTimeout = timeout;
  }

  /** The steps that were taken to their end. */
  public List<String> history() {
    return List.copyOf(history);
  }

  /** Thrown by an event: the step fails. */
  public static final class Fails extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Thrown by an event: the step waits for something. */
  public static final class Waits extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    /** It waits for this to be over. */
    public Waits(Problem problem) {
      super(problem.text());
      this.problem = problem;
    }
  }

  @Override
  public String kind() {
    return StartServers.KIND;
  }

  @Override
  public Class<Count> stateType() {
    return Count.class;
  }

  @Override
  public Count initial(PlanRecord plan) {
    int of = plan.plan().action().effort();
    return new Count(plan.done() instanceof StartProgress s ? s.members() : 0, of, false);
  }

  @Override
  public Step<Count> step(Count state, StepControl control) throws InterruptedException {
    if (state.done() == state.of()) {
      return new Step.Done<>(state, List.of());
    }
    return take(
        (state.open() ? "finish " : "open ") + (state.done() + 1),
        state,
        state.open()
            ? new Count(state.done() + 1, state.of(), false)
            : new Count(state.done(), state.of(), true),
        control);
  }

  @Override
  public Step<Count> undo(Count state, StepControl control) throws InterruptedException {
    Count closed = new Count(state.done(), state.of(), false);
    return take("close " + (state.done() + 1), state, closed, control);
  }

  private Step<Count> take(String step, Count before, Count after, StepControl control)
      throws InterruptedException {
    try {
      event.happens(step, control);
    } catch (Fails e) {
      return new Step.Failed<>(before, List.of(Problem.error("FAILS", step + " fails", "")));
    } catch (Waits e) {
      return new Step.Wait<>(before, e.problem);
    }
    history.add(step);
    return new Step.Continue<>(after);
  }

  @Override
  public boolean isHalfDone(Count state) {
    return state.open();
  }

  @Override
  public PlanProgress progress(Count state) {
    return new StartProgress(state.done());
  }

  @Override
  public Problem halfDone(Count state) {
    return Problem.error("HALF_DONE", state.done() + 1 + " is half done", "");
  }

  @Override
  public Duration stopTimeout() {
    return stopTimeout;
  }
}
