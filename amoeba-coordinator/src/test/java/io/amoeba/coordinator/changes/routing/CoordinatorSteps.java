package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.changes.routing.CheckedEdge.Step;
import io.amoeba.coordinator.changes.routing.HandOverScenario.Fault;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Answer;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Job;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Router;
import io.amoeba.coordinator.changes.routing.HandOverWorld.TaskManager;
import io.amoeba.partitioner.handover.CheckedGate;
import io.amoeba.partitioner.handover.SwitchedOff;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import io.amoeba.partitioner.subscription.CheckedTaskManager;
import io.amoeba.partitioner.subscription.CheckedTaskManager.GateLine;
import io.amoeba.partitioner.subscription.CheckedTaskManager.RouterLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps between coordinator and task managers. Confined to one thread. */
final class CoordinatorSteps {

  /** Documents that a busy router may have before it. */
  private static final int MOST_MAILS = 2;

  private static final int REFUSED = -2;

  private final CheckedEdge edge;
  private final HandOverScenario scenario;
  private final RouterSteps routers;
  private final GateSteps gates;
  private final CheckedTaskManager subscription;

  CoordinatorSteps(
      CheckedEdge edge, HandOverScenario scenario, RouterSteps routers, GateSteps gates) {
    this.edge = edge;
    this.scenario = scenario;
    this.routers = routers;
    this.gates = gates;
    this.subscription = new CheckedTaskManager(SimulatedJob.EDGE, edge.size);
  }

  void steps(HandOverWorld world, Job job, int i, StateSpace.Steps<HandOverWorld> to) {
    TaskManager own = edge.parts.get(world.at(edge.taskManager(i)));
    if (own.onItsWay().equals(Answer.NONE)) {
      Answer answer = answer(world);
      hear(world, i, own, answer, CheckedEdge.action(Step.POLL, i, 0), false, to);
      if (scenario.allows(job, Fault.BUSY_ROUTER)) {
        HandOverWorld next = world.with(CheckedEdge.JOB, edge.parts.number(job.fault()));
        hear(next, i, own, answer, CheckedEdge.action(Step.BUSY, i, 0), true, to);
      }
    } else {
      hear(world, i, own, own.onItsWay(), CheckedEdge.action(Step.ANSWER_ARRIVES, i, 0), false, to);
    }
    int report = report(world, job, i);
    int heard = coordinatorHears(world.at(CheckedEdge.COORDINATOR), report);
    if (heard != world.at(CheckedEdge.COORDINATOR)) {
      to.to(
          CheckedEdge.action(Step.REPORT, i, 0), true, world.with(CheckedEdge.COORDINATOR, heard));
    }
  }

  Answer answer(HandOverWorld world) {
    int number = world.at(CheckedEdge.COORDINATOR);
    return edge.once(
        "answer",
        number,
        0,
        0,
        () -> {
          CheckedCoordinator coordinator = edge.parts.get(number);
          return new Answer(
              coordinator.life(),
              coordinator.told().map(edge.parts::number).orElse(HandOverWorld.NOTHING));
        });
  }

  /** A task manager takes an answer; its gate and, unless it is busy, its router look at it. */
  private void hear(
      HandOverWorld world,
      int i,
      TaskManager own,
      Answer answer,
      int action,
      boolean busy,
      StateSpace.Steps<HandOverWorld> to) {
    boolean nothing = answer.placement() == HandOverWorld.NOTHING;
    int now = accept(own, answer);
    if (now == REFUSED) {
      to.violates(action, "task manager " + i + " refuses it: other owners in an epoch it knows");
      return;
    }
    TaskManager heard = new TaskManager(now, answer.life(), Answer.NONE);
    int r = scenario.routerOn(i);
    Router router = r < 0 ? null : edge.parts.get(world.at(edge.router(r)));
    boolean waits = router != null && (busy || !router.mails().isEmpty());
    boolean full = router != null && waits && router.mails().size() >= MOST_MAILS;
    if (heard.equals(own) || full || (busy && (nothing || router == null))) {
      return;
    }
    HandOverWorld next = world.with(edge.taskManager(i), edge.parts.number(heard));
    if (nothing) {
      to.to(action, true, next);
      return;
    }
    StateSpace.Steps<HandOverWorld> thenRouter =
        new StateSpace.Steps<>() {
          @Override
          public void to(int same, boolean isProgress, HandOverWorld reached) {
            if (router == null) {
              to.to(action, true, reached);
            } else if (waits) {
              Router later = routers.later(router, now);
              to.to(action, !busy, reached.with(edge.router(r), edge.parts.number(later)));
            } else {
              routers.hears(reached, r, now, action, true, to);
            }
          }

          @Override
          public void violates(int same, String rule) {
            to.violates(action, rule);
          }
        };
    int g = scenario.gateOn(i);
    if (g < 0) {
      thenRouter.to(action, true, next);
    } else {
      gates.hears(next, g, now, action, thenRouter);
    }
  }

  private int accept(TaskManager own, Answer answer) {
    int before = own.known();
    int told = answer.placement();
    boolean nothing = told == HandOverWorld.NOTHING;
    if (before == HandOverWorld.NOTHING || (edge.off == SwitchedOff.NEWEST_MAP_KEPT && !nothing)) {
      return told;
    }
    boolean same = edge.off == SwitchedOff.FORMER_WORD_DROPPED || own.heardLife() == answer.life();
    return edge.once(
        same ? "accept" : "accept of the next",
        before,
        told,
        0,
        () ->
            subscription
                .accept(edge.parts.get(before), nothing ? null : edge.parts.get(told), same)
                .map(edge.parts::number)
                .orElse(REFUSED));
  }

  /** What a task manager reports, as a part. */
  int report(HandOverWorld world, Job job, int i) {
    int r = scenario.routerOn(i);
    int g = scenario.gateOn(i);
    return edge.once(
        "report " + i + " " + job.attempt(),
        world.at(edge.taskManager(i)),
        r < 0 ? -1 : world.at(edge.router(r)),
        g < 0 ? -1 : world.at(edge.gate(g)),
        () -> {
          TaskManager own = edge.parts.get(world.at(edge.taskManager(i)));
          return edge.parts.number(
              subscription.report(
                  i,
                  own.known() == HandOverWorld.NOTHING ? null : edge.parts.get(own.known()),
                  own.heardLife() == 0 ? "" : CheckedCoordinator.name(own.heardLife()),
                  r < 0 ? null : routerLine(edge.parts.get(world.at(edge.router(r))), job, r),
                  g < 0 ? null : gateLine(edge.parts.get(world.at(edge.gate(g))))));
        });
  }

  private @Nullable RouterLine routerLine(Router router, Job job, int r) {
    return router.ended() ? null : new RouterLine(edge.identity(job, r), router.routing().epoch());
  }

  private static GateLine gateLine(CheckedGate gate) {
    return new GateLine(gate.subtask(), gate.finishedEpoch(), gate.finishedCohort(), gate.ended());
  }

  private int coordinatorHears(int coordinator, int report) {
    return edge.once(
        "hears",
        coordinator,
        report,
        0,
        () ->
            edge.parts.number(
                edge.parts
                    .<CheckedCoordinator>get(coordinator)
                    .report(edge.parts.get(report), scenario)));
  }

  void publish(HandOverWorld world, Job job, StateSpace.Steps<HandOverWorld> to) {
    int gainer = scenario.gainers().get(scenario.gainers().size() - job.mapsLeft());
    int before = world.at(CheckedEdge.COORDINATOR);
    int after =
        edge.once(
            "publish",
            before,
            gainer,
            0,
            () -> {
              int[] owners = new int[HashSlot.COUNT];
              Arrays.fill(owners, gainer);
              CheckedCoordinator coordinator = edge.parts.get(before);
              return coordinator.publish(owners, scenario).map(edge.parts::number).orElse(-1);
            });
    if (after >= 0) {
      long epoch = edge.parts.<CheckedCoordinator>get(after).edge().orElseThrow().epoch();
      Job published = job.publishes(unused(world, epoch));
      to.to(
          CheckedEdge.action(Step.PUBLISH, 0, 0),
          false,
          world
              .with(CheckedEdge.COORDINATOR, after)
              .with(CheckedEdge.JOB, edge.parts.number(published)));
    }
  }

  /** Earlier epochs by which no router routes. */
  private List<Long> unused(HandOverWorld world, long epoch) {
    List<Long> unused = new ArrayList<>();
    for (long e = 1; e < epoch; e++) {
      unused.add(e);
    }
    for (int r = 0; r < edge.size; r++) {
      unused.remove(edge.parts.<Router>get(world.at(edge.router(r))).routing().epoch());
    }
    return unused;
  }

  void lateReports(HandOverWorld world, StateSpace.Steps<HandOverWorld> to) {
    List<Integer> late = edge.parts.get(world.at(CheckedEdge.LATE));
    for (int index = 0; index < late.size(); index++) {
      List<Integer> left = new ArrayList<>(late);
      int report = left.remove(index);
      TaskManagerReport arrives = edge.parts.get(report);
      int from = Integer.parseInt(arrives.taskManager().substring("tm-".length()));
      to.to(
          CheckedEdge.action(Step.LATE_REPORT_ARRIVES, from, 0),
          true,
          world
              .with(
                  CheckedEdge.COORDINATOR,
                  coordinatorHears(world.at(CheckedEdge.COORDINATOR), report))
              .with(CheckedEdge.LATE, edge.parts.number(List.copyOf(left))));
    }
  }
}
