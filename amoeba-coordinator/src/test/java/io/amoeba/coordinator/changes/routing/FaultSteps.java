package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.changes.routing.CheckedEdge.Step;
import io.amoeba.coordinator.changes.routing.HandOverScenario.Fault;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Answer;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Checkpoints;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Cut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.GateCut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Job;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Router;
import io.amoeba.coordinator.changes.routing.HandOverWorld.RouterCut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.TaskManager;
import io.amoeba.partitioner.handover.CheckedGate;
import io.amoeba.partitioner.handover.CheckedRouter;
import io.amoeba.partitioner.handover.EdgeMessage;
import io.amoeba.partitioner.handover.EdgeMessage.Carried;
import io.amoeba.partitioner.handover.SwitchedOff;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What may go wrong, and the job's restarts. Confined to one thread. */
final class FaultSteps {

  private final CheckedEdge edge;
  private final HandOverScenario scenario;
  private final RouterSteps routers;
  private final CoordinatorSteps coordinator;
  private final int hashSlot;

  FaultSteps(
      CheckedEdge edge,
      HandOverScenario scenario,
      RouterSteps routers,
      CoordinatorSteps coordinator) {
    this.edge = edge;
    this.scenario = scenario;
    this.routers = routers;
    this.coordinator = coordinator;
    this.hashSlot = CheckedRouter.hashSlotOfFirstGate(edge.size);
  }

  void steps(HandOverWorld world, Job job, StateSpace.Steps<HandOverWorld> to) {
    HandOverWorld faulty = world.with(CheckedEdge.JOB, edge.parts.number(job.fault()));
    for (int i = 0; i < scenario.taskManagers(); i++) {
      late(world, faulty, job, i, to);
      if (scenario.allows(job, Fault.REPORT_EXPIRED)) {
        expire(faulty, i, to);
      }
      if (scenario.allows(job, Fault.TASK_MANAGER_KILLED)) {
        restart(faulty, i, CheckedEdge.action(Step.TASK_MANAGER_KILLED, i, 0), to);
      }
    }
    for (int r = 0; r < edge.size; r++) {
      Router router = edge.parts.get(world.at(edge.router(r)));
      if (scenario.allows(job, Fault.INPUT_ENDED) && !router.ended()) {
        Router ended = new Router(router.routing(), router.mails(), true);
        HandOverWorld next = faulty.with(edge.router(r), edge.parts.number(ended));
        EdgeMessage end = router.routing().end(edge.identity(job, r));
        to.to(CheckedEdge.action(Step.INPUT_ENDED, r, 0), false, edge.appendAll(next, r, end));
      }
    }
    Checkpoints checkpoints = edge.parts.get(world.at(CheckedEdge.CHECKPOINTS));
    boolean restores = scenario.allows(job, Fault.JOB_RESTORED) && checkpoints.last().id() > 0;
    if (restores || scenario.allows(job, Fault.JOB_RESTARTED)) {
      restart(faulty, -1, CheckedEdge.action(Step.JOB_RESTARTED, 0, 0), to);
    }
    if (scenario.allows(job, Fault.COORDINATOR_RESTARTED)) {
      CheckedCoordinator before = edge.parts.get(world.at(CheckedEdge.COORDINATOR));
      int restarted =
          edge.once(
              "restarted",
              world.at(CheckedEdge.COORDINATOR),
              0,
              0,
              () -> edge.parts.number(before.restarted(scenario)));
      to.to(
          CheckedEdge.action(Step.COORDINATOR_RESTARTED, 0, 0),
          false,
          faulty.with(CheckedEdge.COORDINATOR, restarted));
    }
  }

  private void late(
      HandOverWorld world,
      HandOverWorld faulty,
      Job job,
      int i,
      StateSpace.Steps<HandOverWorld> to) {
    if (scenario.allows(job, Fault.LATE_REPORT)) {
      List<Integer> late =
          new ArrayList<>(edge.parts.<List<Integer>>get(world.at(CheckedEdge.LATE)));
      late.add(coordinator.report(world, job, i));
      Collections.sort(late);
      HandOverWorld next = faulty.with(CheckedEdge.LATE, edge.parts.number(List.copyOf(late)));
      to.to(CheckedEdge.action(Step.LATE_REPORT, i, 0), false, next);
    }
    TaskManager own = edge.parts.get(world.at(edge.taskManager(i)));
    if (scenario.allows(job, Fault.LATE_ANSWER) && own.onItsWay().equals(Answer.NONE)) {
      Answer answer = coordinator.answer(world);
      if (answer.placement() != HandOverWorld.NOTHING) {
        TaskManager waits = new TaskManager(own.known(), own.heardLife(), answer);
        HandOverWorld next = faulty.with(edge.taskManager(i), edge.parts.number(waits));
        to.to(CheckedEdge.action(Step.LATE_ANSWER, i, 0), false, next);
      }
    }
  }

  private void expire(HandOverWorld faulty, int i, StateSpace.Steps<HandOverWorld> to) {
    int number = faulty.at(CheckedEdge.COORDINATOR);
    String name = "tm-" + i;
    int expired =
        edge.once(
            name,
            number,
            0,
            0,
            () ->
                edge.parts.number(
                    edge.parts.<CheckedCoordinator>get(number).expire(name, scenario)));
    to.to(
        CheckedEdge.action(Step.REPORT_EXPIRED, i, 0),
        false,
        faulty.with(CheckedEdge.COORDINATOR, expired));
  }

  private void restart(
      HandOverWorld world, int killed, int action, StateSpace.Steps<HandOverWorld> to) {
    boolean[] broken = new boolean[1];
    HandOverWorld next =
        restarted(
            world,
            killed,
            new StateSpace.Steps<>() {
              @Override
              public void to(int same, boolean isProgress, HandOverWorld reached) {}

              @Override
              public void violates(int same, String rule) {
                broken[0] = true;
                to.violates(action, rule);
              }
            });
    if (!broken[0]) {
      to.to(action, false, next);
    }
  }

  /** All routers and gates open again, from the last checkpoint. */
  HandOverWorld restarted(HandOverWorld world, int killed, StateSpace.Steps<HandOverWorld> to) {
    Job job = edge.parts.get(world.at(CheckedEdge.JOB));
    Cut cut = edge.parts.<Checkpoints>get(world.at(CheckedEdge.CHECKPOINTS)).last();
    Job now = restoredJob(job, cut);
    HandOverWorld next = world.with(CheckedEdge.JOB, edge.parts.number(now));
    next =
        next.with(
            CheckedEdge.CHECKPOINTS, edge.parts.number(new Checkpoints(Cut.NONE, cut, List.of())));
    for (int r = 0; r < edge.size; r++) {
      for (int g = 0; g < edge.size; g++) {
        next = next.with(edge.channel(r, g), edge.parts.number(List.of()));
      }
    }
    for (int g = 0; g < edge.size; g++) {
      // Flink deals out the gates' lists of records as it likes.
      GateCut part = cut.gates().get((g + 1) % edge.size);
      CheckedGate.Step step =
          part == null
              ? CheckedGate.restored(g, 0, List.of(), edge.off)
              : CheckedGate.restored(g, part.newestEpoch(), part.kept(), edge.off);
      Optional<Job> completed =
          edge.parts.<Job>get(next.at(CheckedEdge.JOB)).completes(step.completed());
      if (completed.isEmpty()) {
        to.violates(0, "gate %d processes %s out of order after a restore".formatted(g, part));
        return next;
      }
      next =
          next.with(CheckedEdge.JOB, edge.parts.number(completed.get()))
              .with(edge.gate(g), edge.parts.number(step.gate()));
    }
    if (killed >= 0) {
      TaskManager fresh = new TaskManager(HandOverWorld.NOTHING, 0, Answer.NONE);
      next = next.with(edge.taskManager(killed), edge.parts.number(fresh));
    }
    for (int i = 0; i < scenario.taskManagers(); i++) {
      next = opened(next, cut, i, now);
    }
    return next;
  }

  /** A task manager's router says hello; both it and the gate are told what is known there. */
  private HandOverWorld opened(HandOverWorld world, Cut cut, int i, Job job) {
    int known = edge.parts.<TaskManager>get(world.at(edge.taskManager(i))).known();
    boolean knows = known != HandOverWorld.NOTHING;
    HandOverWorld next = world;
    int g = scenario.gateOn(i);
    if (g >= 0 && knows) {
      CheckedGate gate = edge.parts.get(world.at(edge.gate(g)));
      EdgePlacement placement = edge.parts.get(known);
      next =
          next.with(
              edge.gate(g), edge.parts.number(gate.hear(placement.finished(), edge.off).gate()));
    }
    int r = scenario.routerOn(i);
    if (r < 0) {
      return next;
    }
    CheckedRouter routing = restoredRouting(cut, r).restored();
    Router router = new Router(routing, List.of(), false);
    router = knows ? routers.later(router, known) : router;
    EdgeMessage hello = routing.announcement(null, edge.identity(job, r), edge.off);
    next = next.with(edge.router(r), edge.parts.number(router));
    return hello == null ? next : edge.appendAll(next, r, hello);
  }

  private CheckedRouter restoredRouting(Cut cut, int r) {
    RouterCut own = cut.routers().get(r);
    if (own == null) {
      return CheckedRouter.first(edge.size, hashSlot);
    }
    return edge.off == SwitchedOff.NEWEST_MAP_RESTORED
        ? own.routing()
        : cut.routers().values().stream()
            .map(RouterCut::routing)
            .max(Comparator.comparing(CheckedRouter::epoch))
            .orElseThrow();
  }

  private Job restoredJob(Job job, Cut cut) {
    List<Integer> sent = new ArrayList<>(Collections.nCopies(edge.size, 0));
    List<Integer> completed = new ArrayList<>(sent);
    for (Map.Entry<Integer, RouterCut> part : cut.routers().entrySet()) {
      sent.set(part.getKey(), part.getValue().sent());
      completed.set(part.getKey(), part.getValue().sent());
    }
    for (GateCut gate : cut.gates().values()) {
      List<Carried> open = new ArrayList<>(gate.kept());
      open.addAll(gate.missing());
      open.forEach(record -> completed.set(record.router(), completed.get(record.router()) - 1));
    }
    return job.restarts(List.copyOf(sent), List.copyOf(completed));
  }
}
