package io.amoeba.coordinator.changes.routing;

import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All routers of an edge in the newest attempt of its job: those that go on, in subtask order, the
 * incarnations of those whose input has ended, by subtask, and the number of gates they route to.
 * Immutable.
 */
record Attempt(int targets, List<RouterReport> routers, SortedMap<Integer, Long> ended) {

  /*
   * A killed task manager's report lives on for seconds, next to those of the job's new attempt. The
   * router that was heard of last belongs to the newest attempt; for each of its subtasks the one
   * heard of last is taken. A wrong guess costs time only: the cohort's hash then matches no gate,
   * and a router refuses a completed cohort that it is not part of.
   *
   * A router whose input has ended reports no more: gates say which have ended. To the gates it
   * counts as having announced every later epoch, so it never keeps a hand-over from ending.
   */
  static Optional<Attempt> newest(List<RouterReport> oldestFirst, List<GateReport> gates) {
    if (oldestFirst.isEmpty()) {
      return Optional.empty();
    }
    RouterReport newest = oldestFirst.get(oldestFirst.size() - 1);
    TreeMap<Integer, RouterReport> bySubtask = new TreeMap<>();
    for (RouterReport router : oldestFirst) {
      if (router.parallelism() == newest.parallelism() && router.targets() == newest.targets()) {
        bySubtask.put(router.subtask(), router);
      }
    }
    SortedMap<Integer, Long> ended = new TreeMap<>();
    for (GateReport gate : gates) {
      if (gate.parallelism() == newest.targets()) {
        ended.putAll(gate.endedRouters().headMap(newest.parallelism()));
      }
    }
    ended.keySet().removeAll(bySubtask.keySet());
    return bySubtask.size() + ended.size() == newest.parallelism()
        ? Optional.of(new Attempt(newest.targets(), new ArrayList<>(bySubtask.values()), ended))
        : Optional.empty();
  }

  List<Long> cohort() {
    SortedMap<Integer, Long> incarnations = new TreeMap<>(ended);
    routers.forEach(router -> incarnations.put(router.subtask(), router.incarnation()));
    return List.copyOf(incarnations.values());
  }

  long cohortHash() {
    return Cohort.hash(cohort().stream().mapToLong(Long::longValue).toArray());
  }

  boolean allActiveIn(long epoch) {
    return routers.stream().allMatch(router -> router.active() == epoch);
  }

  /** The epoch that every router is active in and every gate has finished with these routers. */
  Optional<Completed> completed(List<GateReport> gates) {
    long epoch = routers.get(0).active();
    if (!allActiveIn(epoch)) {
      return Optional.empty();
    }
    long hash = cohortHash();
    boolean[] reported = new boolean[targets];
    for (GateReport gate : gates) {
      if (gate.parallelism() == targets && gate.epoch() == epoch && gate.cohort() == hash) {
        reported[gate.subtask()] = true;
      }
    }
    for (boolean gate : reported) {
      if (!gate) {
        return Optional.empty();
      }
    }
    return Optional.of(new Completed(epoch, cohort()));
  }

  /** Whether every router may switch to the epoch, or has done so. */
  boolean mayCommit(long epoch, Optional<Completed> completed) {
    return routers.stream()
        .allMatch(
            router ->
                router.active() == epoch
                    || (router.prepared() == epoch && isCovered(router, completed)));
  }

  private static boolean isCovered(RouterReport router, Optional<Completed> completed) {
    return completed
        .filter(last -> last.epoch() == router.active())
        .filter(last -> last.cohort().contains(router.incarnation()))
        .isPresent();
  }

  @Override
  public String toString() {
    return "Attempt" + Arrays.toString(cohort().stream().map(Cohort::toText).toArray());
  }
}
