package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.changes.routing.HandOverWorld.Job;
import io.amoeba.partitioner.handover.EdgeMessage;
import io.amoeba.partitioner.handover.SwitchedOff;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.subscription.RouterIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The parts of a state of the model: where their numbers are in it, what they are, and what follows
 * from them, which is computed once. Confined to one thread.
 */
final class CheckedEdge {

  /** What can happen; the text takes a router, gate or task manager, and a gate. */
  enum Step {
    SEND("router %d sends a record"),
    RECEIVE("gate %2$d takes from router %1$d"),
    OVERTAKE("gate %2$d takes a record of router %1$d before its marker"),
    CUT("checkpoint: gate %d writes its part"),
    COMPLETE("gate %d completes what it has begun"),
    POLL("task manager %d hears the coordinator"),
    MAIL("router %d looks at a document"),
    REPORT("task manager %d reports"),
    PUBLISH("the coordinator publishes a map"),
    BARRIER("checkpoint: router %d writes its part and sends the barrier"),
    CHECKPOINTED("gate %d hears that the checkpoint is complete"),
    LATE_REPORT("FAULT: a report of task manager %d is late"),
    LATE_REPORT_ARRIVES("the late report of task manager %d arrives"),
    LATE_ANSWER("FAULT: an answer to task manager %d is late"),
    ANSWER_ARRIVES("the late answer to task manager %d arrives"),
    BUSY("FAULT: task manager %d hears the coordinator, its router is busy"),
    INPUT_ENDED("FAULT: the input of router %d ends"),
    JOB_RESTARTED("FAULT: the job restarts from its last checkpoint"),
    TASK_MANAGER_KILLED("FAULT: task manager %d is killed, and the job restarts"),
    COORDINATOR_RESTARTED("FAULT: the coordinator is killed and starts again"),
    REPORT_EXPIRED("FAULT: the oldest report expires");

    final String text;

    Step(String text) {
      this.text = text;
    }
  }

  static final int JOB = 0;
  static final int COORDINATOR = 1;
  static final int CHECKPOINTS = 2;
  static final int LATE = 3;
  static final int ROUTERS = 4;

  final HandOverScenario scenario;
  final int size;
  final SwitchedOff off;
  final HandOverWorld.Parts parts = new HandOverWorld.Parts();
  private final Map<Key, Object> results = new HashMap<>();

  CheckedEdge(HandOverScenario scenario) {
    this.scenario = scenario;
    this.size = scenario.size();
    this.off = scenario.off();
  }

  /** What a step of a part depends on. */
  private record Key(Object what, int first, int second, int third) {}

  @SuppressWarnings("unchecked") // a key always has results of one type
  <T> T once(Object what, int first, int second, int third, Supplier<T> result) {
    Key key = new Key(what, first, second, third);
    Object before = results.get(key);
    if (before == null) {
      before = result.get();
      results.put(key, before);
    }
    return (T) before;
  }

  HandOverWorld appendAll(HandOverWorld world, int r, EdgeMessage message) {
    HandOverWorld next = world;
    for (int g = 0; g < size; g++) {
      next = append(next, r, g, message);
    }
    return next;
  }

  HandOverWorld append(HandOverWorld world, int r, int g, EdgeMessage message) {
    List<EdgeMessage> more = new ArrayList<>(parts.get(world.at(channel(r, g))));
    more.add(message);
    return world.with(channel(r, g), parts.number(List.copyOf(more)));
  }

  RouterIdentity identity(Job job, int r) {
    return new RouterIdentity(r, size, 16L * job.attempt() + r);
  }

  long cohort(Job job) {
    long[] incarnations = new long[size];
    for (int r = 0; r < size; r++) {
      incarnations[r] = identity(job, r).incarnation();
    }
    return Cohort.hash(incarnations);
  }

  List<Integer> indexes() {
    List<Integer> indexes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      indexes.add(i);
    }
    return indexes;
  }

  static <T> List<T> rest(List<T> list) {
    return List.copyOf(list.subList(1, list.size()));
  }

  int router(int i) {
    return ROUTERS + i;
  }

  int taskManager(int i) {
    return ROUTERS + 2 * size + i;
  }

  int gate(int i) {
    return ROUTERS + size + i;
  }

  int channel(int r, int g) {
    return ROUTERS + 2 * size + scenario.taskManagers() + r * size + g;
  }

  /** Places of a state. */
  int places() {
    return channel(size, 0);
  }

  static int action(Step step, int first, int second) {
    return (step.ordinal() << 8) + (first << 4) + second;
  }
}
