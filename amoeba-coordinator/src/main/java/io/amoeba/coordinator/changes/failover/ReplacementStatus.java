package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where an open replacement stands, by what the two servers say, and what follows from that. A pure
 * function. Immutable.
 *
 * @param phase as the journal has it
 * @param failed whether every primary that answers knows that the new server has failed, or does
 *     not know it
 */
record ReplacementStatus(ReplacementPhase phase, Former former, NewServer server, boolean failed) {

  /** The primary that is to be replaced. */
  enum Former {
    SILENT,
    /** It is the primary. */
    OWNER,
    /** It is a replica of the new server. */
    REPLICA_OF_NEW,
    /** It is a replica of a third one, or a primary without hash slots. */
    OTHER
  }

  /** The server that is to replace it. */
  enum NewServer {
    SILENT,
    /** A primary without hash slots, with another id, is at its address. */
    ANOTHER,
    /** A primary without hash slots, a member or not. */
    EMPTY,
    /** A replica of the primary. */
    REPLICA,
    /** A replica of a third one, which owns hash slots and answers. */
    REPLICA_OF_THIRD,
    /** A replica of a third one that does not answer, or owns nothing. */
    LOST_REPLICA,
    /** The primary. */
    OWNER,
    /** It owns other hash slots, or is a replica with another id. */
    FOREIGN
  }

  /** What to do. */
  enum Action {
    /** Continue from the beginning. */
    JOIN,
    /** Continue with the copy. */
    REPLICATE,
    /** Continue with the promotion. */
    FAIL_OVER,
    /** It is promoted: continue from there. */
    PROMOTED,
    /** Continue to decommission the former primary. */
    DECOMMISSION,
    /** Make the new server empty again. */
    ROLL_BACK,
    /** The same, after a promotion that may be under way can no longer come. */
    ROLL_BACK_LATER,
    /** No command is safe: wait, or let a person look. */
    LEAVE
  }

  static ReplacementStatus of(OpenReplacement open, ClusterView seen) {
    return new ReplacementStatus(
        open.phase(), former(open, seen), server(open, seen), seen.isGone(open.serverId()));
  }

  private static Former former(OpenReplacement open, ClusterView seen) {
    Optional<ServerView> former = seen.server(open.primary());
    if (former.isEmpty()) {
      return Former.SILENT;
    }
    if (former.get().ownsHashSlots()) {
      return Former.OWNER;
    }
    return former.get().own().primaryId().equals(open.serverId())
        ? Former.REPLICA_OF_NEW
        : Former.OTHER;
  }

  private static NewServer server(OpenReplacement open, ClusterView seen) {
    Optional<ServerView> found = seen.at(open.server());
    if (found.isEmpty()) {
      return NewServer.SILENT;
    }
    ServerView server = found.get();
    if (server.ownsHashSlots()) {
      // Once promoted, it may have gained and given away hash slots like any other primary.
      boolean ours =
          server.id().equals(open.serverId())
              && (HashSlots.overlap(server.own().hashSlots(), open.hashSlots())
                  || open.phase().compareTo(ReplacementPhase.PROMOTED) >= 0);
      return ours ? NewServer.OWNER : NewServer.FOREIGN;
    }
    if (!server.id().equals(open.serverId())) {
      return server.isPrimary() ? NewServer.ANOTHER : NewServer.FOREIGN;
    }
    if (server.isPrimary()) {
      return NewServer.EMPTY;
    }
    String primary = server.own().primaryId();
    if (primary.equals(open.primary())) {
      return NewServer.REPLICA;
    }
    return seen.server(primary).filter(ServerView::ownsHashSlots).isPresent()
        ? NewServer.REPLICA_OF_THIRD
        : NewServer.LOST_REPLICA;
  }

  /** What brings the replacement to its end. */
  Action forward() {
    if (server == NewServer.OWNER) {
      return promoted();
    }
    if (phase == ReplacementPhase.ROLLING_BACK) {
      return back();
    }
    if (phase.isPromoted() || former != Former.OWNER) {
      return Action.LEAVE;
    }
    return switch (server) {
      case EMPTY -> Action.JOIN;
      case REPLICA -> phase == ReplacementPhase.FAILING_OVER ? Action.FAIL_OVER : Action.REPLICATE;
      default -> Action.LEAVE;
    };
  }

  /** What rolls it back, if the new server is not promoted, and otherwise brings it to its end. */
  Action back() {
    if (server == NewServer.OWNER) {
      return promoted();
    }
    if (phase.isPromoted()) {
      return Action.LEAVE; // another server is the primary now: an actor has failed over again
    }
    return switch (server) {
      case REPLICA -> {
        if (former != Former.OWNER) {
          yield Action.LEAVE; // it may hold the last copy of the data
        }
        yield phase == ReplacementPhase.FAILING_OVER ? Action.ROLL_BACK_LATER : Action.ROLL_BACK;
      }
      case REPLICA_OF_THIRD, EMPTY, ANOTHER -> Action.ROLL_BACK;
      case SILENT -> failed && former == Former.OWNER ? Action.ROLL_BACK : Action.LEAVE;
      case LOST_REPLICA, OWNER, FOREIGN -> Action.LEAVE;
    };
  }

  private Action promoted() {
    return phase == ReplacementPhase.DECOMMISSIONING ? Action.DECOMMISSION : Action.PROMOTED;
  }

  /** Whether a server that does not answer may change what follows, once it is back. */
  boolean awaitsServer() {
    return former == Former.SILENT || server == NewServer.SILENT;
  }

  /** Why {@link Action#LEAVE}, with all that servers say. */
  Problem problem(OpenReplacement open, ClusterView seen) {
    List<String> said = new ArrayList<>(seen.silences());
    for (ServerView other : seen.servers()) {
      said.add(
          "%s: %s, hash slots %s"
              .formatted(
                  other,
                  other.isPrimary() ? "primary" : "replica of " + other.own().primaryId(),
                  HashSlots.text(other.own().hashSlots())));
    }
    return Problem.error(
        "REPLACEMENT_LEFT_ALONE",
        "in phase %s, %s is in no state that a step leaves, so no command is safe: former primary %s, new server %s. %s"
            .formatted(phase, open.text(), former, server, String.join("; ", said)),
        "Start the server that does not answer, wait for a failover, abort the plan, or repair the cluster manually");
  }
}
