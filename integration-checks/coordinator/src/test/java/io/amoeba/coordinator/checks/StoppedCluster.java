package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.Set;

/** A store at which something happens once, at a chosen moment of a migration. */
final class StoppedCluster extends DisturbedCluster {

  /** When it happens. */
  enum Moment {
    /** The new server was greeted. */
    MET,
    /** It was ordered to become a replica. */
    REPLICATES,
    /** It was seen to copy the data. */
    COPIES,
    /** The order to take over comes next. */
    IN_SYNC,
    /** It was ordered to. */
    FAILS_OVER,
    /** It was seen to be the primary. */
    PROMOTED,
    /** A server was reset. */
    RESET,
    /** A member was ordered to forget it. */
    FORGOTTEN
  }

  private final ServerAddress server;
  private final Moment moment;
  private final Runnable event;
  private boolean happened;

  StoppedCluster(ClusterAdmin store, ServerAddress server, Moment moment, Runnable event) {
    super(store);
    this.server = server;
    this.moment = moment;
    this.event = event;
  }

  boolean happened() {
    return happened;
  }

  private void now(Moment reached) {
    if (reached == moment && !happened) {
      happened = true;
      event.run();
    }
  }

  @Override
  public ClusterView look(Set<ServerAddress> also) {
    ClusterView seen = store.look(also);
    for (ServerView view : seen.servers()) {
      if (view.address().equals(server)) {
        if (view.replication().syncing()) {
          now(Moment.COPIES);
        }
        if (view.own().isPrimary() && !view.own().hashSlots().isEmpty()) {
          now(Moment.PROMOTED);
        }
      }
    }
    return seen;
  }

  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    store.meet(member, other);
    now(Moment.MET);
  }

  @Override
  public void replicate(ServerAddress replica, String primary) {
    store.replicate(replica, primary);
    now(Moment.REPLICATES);
  }

  @Override
  public void failOver(ServerAddress replica) {
    now(Moment.IN_SYNC);
    store.failOver(replica);
    now(Moment.FAILS_OVER);
  }

  @Override
  public void forget(ServerAddress member, String id) {
    store.forget(member, id);
    now(Moment.FORGOTTEN);
  }

  @Override
  public void reset(ServerAddress empty) {
    store.reset(empty);
    now(Moment.RESET);
  }
}
