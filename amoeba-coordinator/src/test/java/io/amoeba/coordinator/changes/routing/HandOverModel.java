package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.changes.routing.CheckedEdge.Step;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Answer;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Checkpoints;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Cut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Job;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Router;
import io.amoeba.coordinator.changes.routing.HandOverWorld.TaskManager;
import io.amoeba.partitioner.handover.EdgeMessage;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * An aligned edge with its coordinator, as a model to explore: so many task managers, each with a
 * router and a gate, and one key whose hash slot changes hands. Decisions are the product's;
 * network, function, checkpoints and faults are the model's. Confined to one thread.
 */
final class HandOverModel implements StateSpace.Model<HandOverWorld> {

  /*
   * Steps of one thread are one step here: a router's switch with its markers, a gate's marker with
   * what it releases. A poll is one step too, unless its answer is late; so is a report. Reports and
   * answers may be left out at any time, which is their loss.
   *
   * Checked in each step:
   *  - what a function begins: no record of the key that an older map routed is at another gate;
   *  - what it completes: it is the next one of its router, so none is lost, doubled or reordered;
   *  - a gate accepts every marker;
   *  - a router switches to no map that was withdrawn: replaced while no router routed by it.
   */

  private final HandOverScenario scenario;
  private final CheckedEdge edge;
  private final RouterSteps routers;
  private final GateSteps gates;
  private final CoordinatorSteps coordinator;
  private final FaultSteps faults;

  HandOverModel(HandOverScenario scenario) {
    this.scenario = scenario;
    this.edge = new CheckedEdge(scenario);
    this.routers = new RouterSteps(edge);
    this.gates = new GateSteps(edge);
    this.coordinator = new CoordinatorSteps(edge, scenario, routers, gates);
    this.faults = new FaultSteps(edge, scenario, routers, coordinator);
  }

  @Override
  public HandOverWorld initial() {
    int[] numbers = new int[edge.places()];
    List<Integer> none = Collections.nCopies(edge.size, 0);
    numbers[CheckedEdge.JOB] =
        edge.parts.number(
            new Job(
                0,
                none,
                none,
                scenario.records(),
                scenario.gainers().size(),
                scenario.checkpoints(),
                scenario.faults(),
                List.of()));
    numbers[CheckedEdge.COORDINATOR] = edge.parts.number(CheckedCoordinator.first(scenario));
    numbers[CheckedEdge.CHECKPOINTS] =
        edge.parts.number(new Checkpoints(Cut.NONE, Cut.NONE, List.of()));
    numbers[CheckedEdge.LATE] = edge.parts.number(List.of());
    for (int i = 0; i < scenario.taskManagers(); i++) {
      numbers[edge.taskManager(i)] =
          edge.parts.number(new TaskManager(HandOverWorld.NOTHING, 0, Answer.NONE));
    }
    Calm calm = new Calm();
    HandOverWorld world = calm(faults.restarted(new HandOverWorld(numbers), -1, calm));
    for (String step : scenario.before()) {
      world = step.equals("CALM") ? calm(world) : after(world, step);
    }
    return world;
  }

  private HandOverWorld calm(HandOverWorld from) {
    Calm calm = new Calm();
    calm.world = from;
    do {
      calm.moved = false;
      steps(calm.world, calm);
    } while (calm.moved);
    return calm.world;
  }

  /** After a step that is named with its router, gate or task manager. */
  private HandOverWorld after(HandOverWorld from, String step) {
    String[] words = step.split(" ");
    int wanted =
        CheckedEdge.action(
            Step.valueOf(words[0]),
            words.length > 1 ? Integer.parseInt(words[1]) : 0,
            words.length > 2 ? Integer.parseInt(words[2]) : 0);
    Calm calm = new Calm();
    steps(from, (action, isProgress, next) -> calm.to(action, action == wanted, next));
    if (!calm.moved) {
      throw new IllegalArgumentException(step + " is not possible");
    }
    return calm.world;
  }

  /** Takes a step that must be right. */
  private static final class Calm implements StateSpace.Steps<HandOverWorld> {
    private HandOverWorld world = new HandOverWorld(new int[0]);
    private boolean moved;

    @Override
    public void to(int action, boolean isProgress, HandOverWorld next) {
      if (isProgress && !moved) {
        world = next;
        moved = true;
      }
    }
  }

  @Override
  public boolean isGoal(HandOverWorld world) {
    Job job = edge.parts.get(world.at(CheckedEdge.JOB));
    // Without memory a hand-over may need the restart of the job, see docs/configuration.md.
    if (!scenario.remembers()) {
      return true;
    }
    long epochs =
        IntStream.range(0, edge.size)
            .mapToObj(r -> edge.parts.<Router>get(world.at(edge.router(r))))
            .filter(router -> !router.ended())
            .mapToLong(router -> router.routing().epoch())
            .distinct()
            .count();
    return epochs <= 1
        && job.sent().equals(job.completed())
        && mayRest(world.at(CheckedEdge.COORDINATOR));
  }

  private boolean mayRest(int coordinator) {
    return edge.once(
        "rests",
        coordinator,
        0,
        0,
        () -> {
          Optional<EdgeProgress> progress =
              edge.parts.<CheckedCoordinator>get(coordinator).progress(scenario);
          return progress.isEmpty()
              || progress.get().complete()
              || progress.get().state().map().isEmpty();
        });
  }

  @Override
  public void steps(HandOverWorld world, StateSpace.Steps<HandOverWorld> to) {
    Job job = edge.parts.get(world.at(CheckedEdge.JOB));
    for (int i = 0; i < edge.size; i++) {
      routers.steps(world, job, i, to);
      gates.steps(world, job, i, to);
    }
    for (int i = 0; i < scenario.taskManagers(); i++) {
      coordinator.steps(world, job, i, to);
    }
    if (job.mapsLeft() > 0) {
      coordinator.publish(world, job, to);
    }
    coordinator.lateReports(world, to);
    if (job.faultsLeft() > 0) {
      faults.steps(world, job, to);
    }
  }

  @Override
  public String describe(HandOverWorld world, int action) {
    Step step = Step.values()[action >> 8];
    int first = (action >> 4) & 15;
    int second = action & 15;
    String text = step.text.formatted(first, second);
    switch (step) {
      case RECEIVE:
        return text
            + ": "
            + edge.parts.<List<EdgeMessage>>get(world.at(edge.channel(first, second))).get(0);
      case POLL:
      case BUSY:
        return text + ": " + told(coordinator.answer(world).placement());
      case ANSWER_ARRIVES:
        return text
            + ": "
            + told(
                edge.parts
                    .<TaskManager>get(world.at(edge.taskManager(first)))
                    .onItsWay()
                    .placement());
      case MAIL:
        return text + ": " + told(routers.next(world, first));
      default:
        return text;
    }
  }

  private String told(int number) {
    if (number == HandOverWorld.NOTHING) {
      return "no map";
    }
    EdgePlacement placement = edge.parts.get(number);
    return "%s %d, complete: %s, finished: %s"
        .formatted(
            placement.phase(), placement.epoch(), placement.completed(), placement.finished());
  }
}
