package io.amoeba.coordinator.changes.routing;

import io.amoeba.partitioner.handover.SwitchedOff;
import java.util.List;
import java.util.Set;

/**
 * Bounds of what happens: so many routers and as many gates, on the same task managers unless they
 * are {@code apart}. {@code gainers} are the gates that gain the hash slot, map by map. At most
 * {@code faults} of the {@code possible} ones occur. A coordinator that does not remember has no
 * state file. The steps {@code before} are taken first, in this order. Immutable.
 */
record HandOverScenario(
    int size,
    int records,
    List<Integer> gainers,
    int checkpoints,
    int faults,
    Set<Fault> possible,
    boolean remembers,
    boolean apart,
    List<String> before,
    SwitchedOff off) {

  /** What may go wrong. */
  enum Fault {
    LATE_REPORT,
    LATE_ANSWER,
    BUSY_ROUTER,
    JOB_RESTARTED,
    JOB_RESTORED,
    TASK_MANAGER_KILLED,
    COORDINATOR_RESTARTED,
    REPORT_EXPIRED,
    INPUT_ENDED
  }

  /** Nothing goes wrong. */
  static HandOverScenario of(int size, int records, Integer... gainers) {
    return new HandOverScenario(
        size,
        records,
        List.of(gainers),
        0,
        0,
        Set.of(),
        true,
        false,
        List.of(),
        SwitchedOff.NOTHING);
  }

  HandOverScenario checkpoints(int most) {
    return new HandOverScenario(
        size, records, gainers, most, faults, possible, remembers, apart, before, off);
  }

  HandOverScenario faults(int most, Fault... kinds) {
    return new HandOverScenario(
        size, records, gainers, checkpoints, most, Set.of(kinds), remembers, apart, before, off);
  }

  HandOverScenario withoutStateFile() {
    return new HandOverScenario(
        size, records, gainers, checkpoints, faults, possible, false, apart, before, off);
  }

  HandOverScenario routersAndGatesApart() {
    return new HandOverScenario(
        size, records, gainers, checkpoints, faults, possible, remembers, true, before, off);
  }

  HandOverScenario after(String steps) {
    return new HandOverScenario(
        size,
        records,
        gainers,
        checkpoints,
        faults,
        possible,
        remembers,
        apart,
        List.of(steps.strip().split(", *")),
        off);
  }

  HandOverScenario without(SwitchedOff rule) {
    return new HandOverScenario(
        size, records, gainers, checkpoints, faults, possible, remembers, apart, before, rule);
  }

  /** Number of task managers: with a router and a gate each, or with one of them. */
  int taskManagers() {
    return apart ? 2 * size : size;
  }

  /** Router of a task manager, or -1. */
  int routerOn(int taskManager) {
    return taskManager < size ? taskManager : -1;
  }

  /** Gate of a task manager, or -1. */
  int gateOn(int taskManager) {
    return apart ? Math.max(taskManager - size, -1) : taskManager;
  }

  boolean allows(HandOverWorld.Job job, Fault fault) {
    return job.faultsLeft() > 0 && possible.contains(fault);
  }
}
