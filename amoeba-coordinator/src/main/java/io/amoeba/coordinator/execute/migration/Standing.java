package io.amoeba.coordinator.execute.migration;

import java.util.Optional;

/**
 * How a migration that was interrupted stands, by what the two servers say, and what follows from
 * that. A pure function. Immutable.
 *
 * @param phase as the journal has it
 * @param failed whether every primary that answers knows that the new server has failed, or does
 *     not know it
 */
record Standing(MigrationPhase phase, Old old, New server, boolean failed) {

  /** The primary that is to be replaced. */
  enum Old {
    SILENT,
    /** It is the primary. */
    OWNER,
    /** It is a replica of the new server. */
    REPLICA_OF_NEW,
    /** It is a replica of a third one, or a primary without hash slots. */
    OTHER
  }

  /** The server that is to replace it. */
  enum New {
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
  enum Step {
    /** Go on from the beginning. */
    MEET,
    /** Go on with the copy. */
    REPLICATE,
    /** Go on with the promotion. */
    FAIL_OVER,
    /** It is promoted: go on from there. */
    PROMOTED,
    /** Go on with the retirement. */
    RETIRE,
    /** Make the new server empty again. */
    TAKE_BACK,
    /** The same, after a promotion that may be under way can no longer come. */
    TAKE_BACK_LATER,
    /** A person has to look. */
    LEAVE
  }

  static Standing of(OpenMigration open, ClusterSight seen) {
    return new Standing(
        open.phase(),
        old(open, seen),
        server(open, seen),
        Detachment.isGone(seen, open.serverId()));
  }

  private static Old old(OpenMigration open, ClusterSight seen) {
    Optional<ServerSight> old = seen.server(open.primary());
    if (old.isEmpty()) {
      return Old.SILENT;
    }
    if (old.get().ownsHashSlots()) {
      return Old.OWNER;
    }
    return old.get().own().primaryId().equals(open.serverId()) ? Old.REPLICA_OF_NEW : Old.OTHER;
  }

  private static New server(OpenMigration open, ClusterSight seen) {
    Optional<ServerSight> found = seen.at(open.server());
    if (found.isEmpty()) {
      return New.SILENT;
    }
    ServerSight server = found.get();
    if (server.ownsHashSlots()) {
      // Once promoted, it may have gained and given away hash slots like any other primary.
      boolean ours =
          server.id().equals(open.serverId())
              && (HashSlots.overlap(server.own().hashSlots(), open.hashSlots())
                  || open.phase().compareTo(MigrationPhase.PROMOTED) >= 0);
      return ours ? New.OWNER : New.FOREIGN;
    }
    if (!server.id().equals(open.serverId())) {
      return server.isPrimary() ? New.ANOTHER : New.FOREIGN;
    }
    if (server.isPrimary()) {
      return New.EMPTY;
    }
    String primary = server.own().primaryId();
    if (primary.equals(open.primary())) {
      return New.REPLICA;
    }
    return seen.server(primary).filter(ServerSight::ownsHashSlots).isPresent()
        ? New.REPLICA_OF_THIRD
        : New.LOST_REPLICA;
  }

  Step next(RecoveryPolicy policy) {
    if (server == New.OWNER) {
      return promoted();
    }
    if (phase == MigrationPhase.PROMOTED || phase == MigrationPhase.RETIRING) {
      return Step.LEAVE; // it was the primary, and is not any more
    }
    if (policy == RecoveryPolicy.UNDO_IF_NOT_PROMOTED || phase == MigrationPhase.TAKING_BACK) {
      return undo();
    }
    if (old != Old.OWNER) {
      return Step.LEAVE;
    }
    return switch (server) {
      case EMPTY -> Step.MEET;
      case REPLICA -> phase == MigrationPhase.FAILING_OVER ? Step.FAIL_OVER : Step.REPLICATE;
      default -> Step.LEAVE;
    };
  }

  private Step promoted() {
    return phase == MigrationPhase.RETIRING ? Step.RETIRE : Step.PROMOTED;
  }

  private Step undo() {
    return switch (server) {
      case REPLICA -> {
        if (old != Old.OWNER) {
          yield Step.LEAVE; // it may hold the last copy of the data
        }
        yield phase == MigrationPhase.FAILING_OVER ? Step.TAKE_BACK_LATER : Step.TAKE_BACK;
      }
      case REPLICA_OF_THIRD, EMPTY, ANOTHER -> Step.TAKE_BACK;
      case SILENT -> failed && old == Old.OWNER ? Step.TAKE_BACK : Step.LEAVE;
      case LOST_REPLICA, OWNER, FOREIGN -> Step.LEAVE;
    };
  }
}
