package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.monitor.EdgeReports;
import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.Finished;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The coordinator's side of an ordered hand-over: pure functions of what was published and what is
 * reported. Stateless, safe for concurrent use. Source: placement protocol, "Hand-over".
 */
final class HandOver {

  /*
   * Why it is safe. A router switches to epoch e only while the document names its own active epoch
   * as completed with its own incarnation. So it is enough to be right about `completed`, which needs
   * a hash that only gates with the markers of exactly these routers can know. Everything else here
   * decides when something happens, not whether records keep their order.
   *
   * Why it ends. Once a cohort may have switched (COMMIT was published while its epoch was completed)
   * no other map of its parallelism is published before this one is complete: otherwise some routers
   * could go to e and others to e+1, and neither would ever have every marker.
   */

  private HandOver() {}

  /** What to publish now, after these reports. */
  static EdgeState advance(EdgeState state, EdgeReports reports) {
    Optional<Attempt> attempt = Attempt.newest(reports.routers(), reports.gates());
    long highest = highestEpoch(state, reports, attempt);
    Optional<Completed> completed =
        attempt.flatMap(a -> a.completed(reports.gates())).or(state::completed);
    Phase phase = phase(state, reports, attempt, completed);
    long committed =
        phase == Phase.COMMIT && attempt.isPresent() && state.map().isPresent()
            ? attempt.get().cohortHash()
            : state.committedCohort();
    int parallelism =
        state.map().map(PlacementMap::parallelism).orElseGet(() -> parallelism(state, reports));
    return new EdgeState(
        state.edge(),
        parallelism,
        state.map(),
        phase,
        completed,
        finished(state.epoch(), attempt, reports.gates()),
        committed,
        highest);
  }

  /*
   * Anybody with a task manager's token can claim an epoch. One that is far beyond what was published
   * is refused before it comes here; of the others only those of a complete attempt count, whose
   * routers must all have gone on before a map is published.
   */
  private static long highestEpoch(
      EdgeState state, EdgeReports reports, Optional<Attempt> attempt) {
    long claimed = 0;
    if (attempt.isPresent()) {
      long cohort = attempt.get().cohortHash();
      for (RouterReport router : attempt.get().routers()) {
        claimed = Math.max(claimed, Math.max(router.prepared(), router.active()));
      }
      for (GateReport gate : reports.gates()) {
        claimed = Math.max(claimed, gate.cohort() == cohort ? gate.epoch() : 0);
      }
    } else if (reports.routers().isEmpty() && reports.gates().isEmpty()) {
      for (DirectReport partitioner : reports.direct()) {
        claimed = Math.max(claimed, partitioner.epoch());
      }
    }
    long possible = Math.min(claimed, EpochBounds.claimable(state.epoch()));
    return Math.max(state.highestEpoch(), possible);
  }

  /** Whether another map may be published now without the danger of a divided cohort. */
  static boolean mayPublish(EdgeState state, EdgeReports reports) {
    if (reports.routers().isEmpty()) {
      return reports.gates().isEmpty() && !reports.direct().isEmpty();
    }
    Optional<Attempt> attempt = Attempt.newest(reports.routers(), reports.gates());
    if (attempt.isEmpty() || state.completed().isEmpty()) {
      return false;
    }
    Attempt now = attempt.get();
    Completed completed = state.completed().get();
    if (!completed.cohort().equals(now.cohort()) || !now.allActiveIn(completed.epoch())) {
      return false;
    }
    boolean mayHaveSwitched =
        state.epoch() > completed.epoch()
            && state.parallelism() == now.targets()
            && state.committedCohort() == now.cohortHash();
    return !mayHaveSwitched;
  }

  /** The edge with a new map that nobody has seen yet; its epoch is larger than any heard of. */
  static EdgeState publish(EdgeState state, int parallelism, int[] owners) {
    long epoch = Math.max(state.highestEpoch(), state.epoch()) + 1;
    return new EdgeState(
        state.edge(),
        parallelism,
        Optional.of(PlacementMap.of(epoch, parallelism, owners)),
        Phase.PREPARE,
        state.completed(),
        List.of(),
        0,
        epoch);
  }

  /** How far the edge has come. */
  static EdgeProgress progress(EdgeState state, EdgeReports reports) {
    List<RouterReport> routers = reports.routers();
    boolean ordered = !routers.isEmpty() || !reports.gates().isEmpty();
    long epoch = state.epoch();
    Optional<Attempt> attempt = Attempt.newest(routers, reports.gates());
    List<RouterReport> counted = attempt.map(Attempt::routers).orElse(routers);
    int ended = attempt.map(a -> a.ended().size()).orElse(0);
    int expected = routers.isEmpty() ? 0 : routers.get(routers.size() - 1).parallelism();
    return new EdgeProgress(
        state,
        ordered,
        expected,
        distinctSubtasks(counted) + ended,
        count(counted, router -> router.prepared() == epoch || router.active() == epoch) + ended,
        count(counted, router -> router.active() == epoch) + ended,
        ordered ? parallelism(state, reports) : 0,
        state.finished().size(),
        newestGates(attempt, reports.gates()),
        isComplete(state, reports, attempt),
        mayPublish(state, reports));
  }

  private static boolean isComplete(
      EdgeState state, EdgeReports reports, Optional<Attempt> attempt) {
    if (state.map().isEmpty()) {
      return false;
    }
    if (attempt.isPresent()) {
      List<Long> cohort = attempt.get().cohort();
      return attempt.get().allActiveIn(state.epoch())
          && state.completed().filter(c -> c.epoch() == state.epoch()).isPresent()
          && state.completed().filter(c -> c.cohort().equals(cohort)).isPresent();
    }
    List<DirectReport> direct =
        reports.direct().stream().filter(d -> d.parallelism() == state.parallelism()).toList();
    return reports.routers().isEmpty()
        && !direct.isEmpty()
        && direct.stream().allMatch(partitioner -> partitioner.epoch() == state.epoch());
  }

  private static Phase phase(
      EdgeState state,
      EdgeReports reports,
      Optional<Attempt> attempt,
      Optional<Completed> completed) {
    if (state.map().isEmpty()) {
      return Phase.PREPARE;
    }
    if (reports.routers().isEmpty()) {
      boolean direct = !reports.direct().isEmpty() && reports.gates().isEmpty();
      return direct ? Phase.COMMIT : state.phase();
    }
    if (attempt.isEmpty()) {
      return state.phase(); // a late report must not take back what routers may have acted on
    }
    Attempt now = attempt.get();
    if (now.targets() != state.parallelism()) {
      return Phase.PREPARE;
    }
    boolean commit =
        state.committedCohort() == now.cohortHash() || now.mayCommit(state.epoch(), completed);
    return commit ? Phase.COMMIT : Phase.PREPARE;
  }

  /**
   * One entry per gate; where reports of two attempts meet, the one of the cohort that is known.
   */
  private static List<Finished> finished(
      long epoch, Optional<Attempt> attempt, List<GateReport> gates) {
    if (epoch == 0) {
      return List.of();
    }
    List<Finished> finished = new ArrayList<>();
    for (GateReport gate : newestGates(attempt, gates)) {
      if (gate.epoch() == epoch) {
        finished.add(new Finished(gate.subtask(), epoch, gate.cohort()));
      }
    }
    return finished;
  }

  private static List<GateReport> newestGates(Optional<Attempt> attempt, List<GateReport> gates) {
    long hash = attempt.map(Attempt::cohortHash).orElse(0L);
    Map<Integer, GateReport> bySubtask = new HashMap<>();
    for (GateReport gate : gates) {
      GateReport chosen = bySubtask.get(gate.subtask());
      if (chosen == null || chosen.cohort() != hash || gate.cohort() == hash) {
        bySubtask.put(gate.subtask(), gate);
      }
    }
    return bySubtask.keySet().stream().sorted().map(bySubtask::get).toList();
  }

  private static int parallelism(EdgeState state, EdgeReports reports) {
    if (!reports.routers().isEmpty()) {
      return reports.routers().get(reports.routers().size() - 1).targets();
    }
    if (!reports.gates().isEmpty()) {
      return reports.gates().get(reports.gates().size() - 1).parallelism();
    }
    return state.parallelism();
  }

  private static int distinctSubtasks(List<RouterReport> routers) {
    Set<Integer> subtasks = new HashSet<>();
    routers.forEach(router -> subtasks.add(router.subtask()));
    return subtasks.size();
  }

  private static int count(List<RouterReport> routers, Predicate<RouterReport> condition) {
    return (int) routers.stream().filter(condition).count();
  }
}
