package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.changes.routing.CheckedEdge.Step;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Checkpoints;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Cut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.GateCut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Job;
import io.amoeba.partitioner.handover.CheckedGate;
import io.amoeba.partitioner.handover.EdgeMessage;
import io.amoeba.partitioner.handover.EdgeMessage.Barrier;
import io.amoeba.partitioner.handover.EdgeMessage.Carried;
import io.amoeba.partitioner.handover.SwitchedOff;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Steps of the gates, and what is checked of them. Confined to one thread. */
final class GateSteps {

  private final CheckedEdge edge;

  GateSteps(CheckedEdge edge) {
    this.edge = edge;
  }

  void steps(HandOverWorld world, Job job, int g, StateSpace.Steps<HandOverWorld> to) {
    int barriers = 0;
    for (int r = 0; r < edge.size; r++) {
      List<EdgeMessage> channel = edge.parts.get(world.at(edge.channel(r, g)));
      if (channel.isEmpty()) {
        continue;
      }
      if (channel.get(0) instanceof Barrier) {
        barriers++;
        continue;
      }
      receive(world, r, g, 0, CheckedEdge.action(Step.RECEIVE, r, g), to);
      if (edge.off == SwitchedOff.MARKER_FIRST
          && channel.size() > 1
          && !(channel.get(0) instanceof Carried)
          && channel.get(1) instanceof Carried) {
        receive(world, r, g, 1, CheckedEdge.action(Step.OVERTAKE, r, g), to);
      }
    }
    int number = world.at(edge.gate(g));
    CheckedGate gate = edge.parts.get(number);
    Checkpoints checkpoints = edge.parts.get(world.at(CheckedEdge.CHECKPOINTS));
    if (barriers == edge.size) {
      cut(world, g, checkpoints, to);
    }
    if (!gate.begun().isEmpty()) {
      CheckedGate.Step step = edge.once("complete", number, 0, 0, () -> gate.complete(edge.off));
      did(world, g, step, CheckedEdge.action(Step.COMPLETE, g, 0), true, to);
    }
    if (checkpoints.unaware().contains(g)) {
      int id = checkpoints.last().id();
      CheckedGate.Step step =
          edge.once("checkpointed", number, id, 0, () -> gate.checkpointed(id, edge.off));
      List<Integer> unaware = checkpoints.unaware().stream().filter(other -> other != g).toList();
      Checkpoints heard = new Checkpoints(checkpoints.underWay(), checkpoints.last(), unaware);
      HandOverWorld next = world.with(CheckedEdge.CHECKPOINTS, edge.parts.number(heard));
      did(next, g, step, CheckedEdge.action(Step.CHECKPOINTED, g, 0), true, to);
    }
  }

  private void receive(
      HandOverWorld world,
      int r,
      int g,
      int index,
      int action,
      StateSpace.Steps<HandOverWorld> to) {
    List<EdgeMessage> channel = edge.parts.get(world.at(edge.channel(r, g)));
    EdgeMessage message = channel.get(index);
    List<EdgeMessage> left = new ArrayList<>(channel);
    left.remove(index);
    HandOverWorld next = world.with(edge.channel(r, g), edge.parts.number(List.copyOf(left)));
    Job job = edge.parts.get(world.at(CheckedEdge.JOB));
    CheckedGate gate = edge.parts.get(world.at(edge.gate(g)));
    CheckedGate.Step step =
        edge.once(
            "take",
            world.at(edge.gate(g)),
            edge.parts.number(message),
            job.attempt(),
            () -> gate.take(message, edge.cohort(job), edge.off));
    did(next, g, step, action, true, to);
  }

  private void cut(
      HandOverWorld world, int g, Checkpoints checkpoints, StateSpace.Steps<HandOverWorld> to) {
    int number = world.at(edge.gate(g));
    CheckedGate gate = edge.parts.get(number);
    Cut cut = checkpoints.underWay();
    CheckedGate.Step step =
        edge.once("cut", number, cut.id(), 0, () -> gate.checkpoint(cut.id(), edge.off));
    HandOverWorld next = world;
    for (int r = 0; r < edge.size; r++) {
      next =
          next.with(
              edge.channel(r, g),
              edge.parts.number(CheckedEdge.rest(edge.parts.get(world.at(edge.channel(r, g))))));
    }
    Cut with = cut.with(g, part(step.gate()));
    Checkpoints now =
        with.gates().size() < edge.size
            ? new Checkpoints(with, checkpoints.last(), checkpoints.unaware())
            : new Checkpoints(Cut.NONE, with, edge.indexes());
    next = next.with(CheckedEdge.CHECKPOINTS, edge.parts.number(now));
    did(next, g, step, CheckedEdge.action(Step.CUT, g, 0), true, to);
  }

  private GateCut part(CheckedGate gate) {
    List<Carried> missing = new ArrayList<>(gate.begun());
    boolean stores = edge.off != SwitchedOff.KEPT_RECORDS_STORED;
    if (!stores) {
      missing.addAll(gate.kept());
    }
    return new GateCut(gate.newestEpoch(), stores ? gate.kept() : List.of(), missing);
  }

  /** A gate looks at what its task manager has heard. */
  void hears(
      HandOverWorld world, int g, int placement, int action, StateSpace.Steps<HandOverWorld> to) {
    int number = world.at(edge.gate(g));
    CheckedGate gate = edge.parts.get(number);
    CheckedGate.Step step =
        edge.once(
            "hear",
            number,
            placement,
            0,
            () -> gate.hear(edge.parts.<EdgePlacement>get(placement).finished(), edge.off));
    did(world, g, step, action, true, to);
  }

  /** A step of a gate, if it is allowed. */
  void did(
      HandOverWorld world,
      int g,
      CheckedGate.Step step,
      int action,
      boolean isProgress,
      StateSpace.Steps<HandOverWorld> to) {
    if (step.refused() != null) {
      to.violates(action, "gate " + g + " refuses it: " + step.refused());
      return;
    }
    for (Carried record : step.begun()) {
      Optional<Carried> earlier = elsewhere(world, g, record);
      if (earlier.isPresent()) {
        to.violates(
            action,
            "gate %d processes %s, while another gate has %s".formatted(g, record, earlier.get()));
        return;
      }
    }
    Job job = edge.parts.get(world.at(CheckedEdge.JOB));
    Optional<Job> completed = job.completes(step.completed());
    if (completed.isEmpty()) {
      to.violates(
          action,
          "gate %d completes %s, after %s of each router: lost, doubled or out of order"
              .formatted(g, step.completed(), job.completed()));
      return;
    }
    to.to(
        action,
        isProgress,
        world
            .with(edge.gate(g), edge.parts.number(step.gate()))
            .with(CheckedEdge.JOB, edge.parts.number(completed.get())));
  }

  /** A record that an older map routed to another gate, and that is not completed. */
  private Optional<Carried> elsewhere(HandOverWorld world, int g, Carried record) {
    for (int other = 0; other < edge.size; other++) {
      if (other == g) {
        continue;
      }
      CheckedGate gate = edge.parts.get(world.at(edge.gate(other)));
      List<EdgeMessage> open = new ArrayList<>(gate.begun());
      open.addAll(gate.kept());
      for (int r = 0; r < edge.size; r++) {
        open.addAll(edge.parts.<List<EdgeMessage>>get(world.at(edge.channel(r, other))));
      }
      for (EdgeMessage message : open) {
        if (message instanceof Carried && ((Carried) message).epoch() < record.epoch()) {
          return Optional.of((Carried) message);
        }
      }
    }
    return Optional.empty();
  }
}
