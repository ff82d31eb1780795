package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.changes.routing.CheckedEdge.Step;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Checkpoints;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Cut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Job;
import io.amoeba.coordinator.changes.routing.HandOverWorld.Router;
import io.amoeba.coordinator.changes.routing.HandOverWorld.RouterCut;
import io.amoeba.coordinator.changes.routing.HandOverWorld.TaskManager;
import io.amoeba.partitioner.handover.CheckedRouter;
import io.amoeba.partitioner.handover.EdgeMessage;
import io.amoeba.partitioner.handover.EdgeMessage.Barrier;
import io.amoeba.partitioner.handover.EdgeMessage.Carried;
import io.amoeba.partitioner.handover.SwitchedOff;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.subscription.RouterIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Steps of the routers, and what is checked of them. Confined to one thread. */
final class RouterSteps {

  /** Routers that send records: with more, the model has only more of the same. */
  private static final int SENDERS = 2;

  private final CheckedEdge edge;

  RouterSteps(CheckedEdge edge) {
    this.edge = edge;
  }

  void steps(HandOverWorld world, Job job, int r, StateSpace.Steps<HandOverWorld> to) {
    Router router = edge.parts.get(world.at(edge.router(r)));
    if (job.recordsLeft() > 0 && !router.ended() && r < SENDERS) {
      Carried record = router.routing().record(r, job.sent().get(r) + 1, edge.off);
      HandOverWorld next = world.with(CheckedEdge.JOB, edge.parts.number(job.sends(r)));
      to.to(
          CheckedEdge.action(Step.SEND, r, 0),
          false,
          edge.append(next, r, record.target(), record));
    }
    if (!router.mails().isEmpty()) {
      Router looked =
          new Router(router.routing(), CheckedEdge.rest(router.mails()), router.ended());
      HandOverWorld next = world.with(edge.router(r), edge.parts.number(looked));
      hears(next, r, next(world, r), CheckedEdge.action(Step.MAIL, r, 0), true, to);
    }
    Checkpoints checkpoints = edge.parts.get(world.at(CheckedEdge.CHECKPOINTS));
    boolean isFirst = checkpoints.underWay().id() == 0;
    if (isFirst ? job.checkpointsLeft() > 0 : !checkpoints.underWay().routers().containsKey(r)) {
      Cut cut =
          isFirst
              ? new Cut(checkpoints.last().id() + 1, Map.of(), Map.of())
              : checkpoints.underWay();
      Cut with = cut.with(r, new RouterCut(router.routing(), job.sent().get(r)));
      HandOverWorld next =
          world.with(
              CheckedEdge.CHECKPOINTS,
              edge.parts.number(new Checkpoints(with, checkpoints.last(), checkpoints.unaware())));
      if (isFirst) {
        next = next.with(CheckedEdge.JOB, edge.parts.number(job.checkpoints()));
      }
      to.to(
          CheckedEdge.action(Step.BARRIER, r, 0),
          !isFirst,
          edge.appendAll(next, r, new Barrier(with.id())));
    }
  }

  /** The document that a router finds when it looks. */
  int next(HandOverWorld world, int r) {
    return edge.off == SwitchedOff.NEWEST_WORD_DECIDES
        ? edge.parts.<Router>get(world.at(edge.router(r))).mails().get(0)
        : edge.parts.<TaskManager>get(world.at(edge.taskManager(r))).known();
  }

  /** A router that has another document before it. */
  Router later(Router router, int placement) {
    List<Integer> mails = new ArrayList<>();
    if (edge.off == SwitchedOff.NEWEST_WORD_DECIDES) {
      mails.addAll(router.mails());
      mails.add(placement);
    } else {
      mails.add(0); // it will find the newest one
    }
    return new Router(router.routing(), List.copyOf(mails), router.ended());
  }

  /** A router's part after a document, and what it tells the gates. */
  private record Heard(Router router, @Nullable EdgeMessage announcement, boolean switched) {}

  void hears(
      HandOverWorld world,
      int r,
      int placement,
      int action,
      boolean isProgress,
      StateSpace.Steps<HandOverWorld> to) {
    Job job = edge.parts.get(world.at(CheckedEdge.JOB));
    int number = world.at(edge.router(r));
    Router router = edge.parts.get(number);
    Heard heard =
        edge.once(
            "router " + r,
            number,
            placement,
            job.attempt(),
            () -> routerAfter(router, edge.identity(job, r), edge.parts.get(placement)));
    HandOverWorld next = world.with(edge.router(r), edge.parts.number(heard.router()));
    long epoch = heard.router().routing().epoch();
    if (heard.switched() && job.withdrawn().contains(epoch)) {
      to.violates(
          action, "router %d switches to epoch %d, which was withdrawn".formatted(r, epoch));
      return;
    }
    EdgeMessage announcement = heard.announcement();
    to.to(action, isProgress, announcement == null ? next : edge.appendAll(next, r, announcement));
  }

  private Heard routerAfter(Router router, RouterIdentity identity, EdgePlacement placement) {
    CheckedRouter now =
        router.ended() ? router.routing() : router.routing().after(placement, identity, edge.off);
    Router after = new Router(now, router.mails(), router.ended());
    return now == router.routing()
        ? new Heard(after, null, false)
        : new Heard(
            after,
            now.announcement(router.routing(), identity, edge.off),
            now.epoch() > router.routing().epoch());
  }
}
