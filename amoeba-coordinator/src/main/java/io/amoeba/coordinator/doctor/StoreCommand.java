package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.members.ServerVersion;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a coordinator that changes the store says to Redis beyond {@code CLUSTER NODES}. */
public enum StoreCommand {
  SET_SLOT("CLUSTER SETSLOT", Purpose.MOVES),
  SAVE_CONFIG("CLUSTER SAVECONFIG", Purpose.FORCED),
  GET_KEYS_IN_SLOT("CLUSTER GETKEYSINSLOT", Purpose.MOVES),
  COUNT_KEYS_IN_SLOT("CLUSTER COUNTKEYSINSLOT", Purpose.MOVES),
  MIGRATE("MIGRATE", Purpose.MOVES),
  /** Said by the source, which logs in to the destination as the coordinator does. */
  RESTORE_ASKING("RESTORE-ASKING", Purpose.MOVES),
  /** Said by the source, too. */
  SELECT("SELECT", Purpose.MOVES),
  /** By it a coordinator learns which of the next three a server knows. */
  COMMAND_INFO("COMMAND INFO", Purpose.PROBES) {
    @Override
    boolean isOf(RedisNode.Answering node) {
      return MIGRATION.isOf(node) || MIGRATE_SLOTS.isOf(node);
    }
  },
  MIGRATION("CLUSTER MIGRATION", Purpose.ATOMIC_MOVES) {
    @Override
    boolean isOf(RedisNode.Answering node) {
      return ServerVersion.of(node.info()).filter(v -> v.isRedis(8, 4)).isPresent();
    }
  },
  MIGRATE_SLOTS("CLUSTER MIGRATESLOTS", Purpose.ATOMIC_MOVES) {
    @Override
    boolean isOf(RedisNode.Answering node) {
      return ServerVersion.of(node.info()).filter(v -> v.isValkey(9, 0)).isPresent();
    }
  },
  GET_SLOT_MIGRATIONS("CLUSTER GETSLOTMIGRATIONS", Purpose.ATOMIC_MOVES) {
    @Override
    boolean isOf(RedisNode.Answering node) {
      return MIGRATE_SLOTS.isOf(node);
    }
  },
  SLOT_STATISTICS("CLUSTER SLOT-STATS", Purpose.LOAD) {
    @Override
    boolean isOf(RedisNode.Answering node) {
      return MoveChecks.measuresLoad(node);
    }
  },
  MEET("CLUSTER MEET", Purpose.MEMBERS),
  REPLICATE("CLUSTER REPLICATE", Purpose.MIGRATIONS),
  FAIL_OVER("CLUSTER FAILOVER", Purpose.PROMOTIONS),
  FORGET("CLUSTER FORGET", Purpose.MIGRATIONS),
  RESET("CLUSTER RESET", Purpose.MIGRATIONS),
  /** A rewrite of the append-only file takes no argument by which it could be tried. */
  SAVE("BGSAVE", Purpose.UPKEEP),
  CLIENT_LIST("CLIENT LIST", Purpose.TAKE_OVER),
  CLIENT_KILL("CLIENT KILL", Purpose.TAKE_OVER);

  /** What needs a command. */
  enum Purpose {
    /** Hash slots move from primary to primary. */
    MOVES("no hash slot can be moved", Need.HASH_SLOT_MOVES),
    /**
     * Servers force to their disks what they are told of hash slots, and whose replicas they are.
     */
    FORCED(
        "a server that loses power may forget the hash slots that it has just got, or its role",
        Need.HASH_SLOT_MOVES,
        Need.PRIMARY_REPLACEMENTS),
    /** Servers move hash slots atomically, where they can. */
    ATOMIC_MOVES(
        "no hash slot can be moved, unless plans.moves.method is setslot", Need.HASH_SLOT_MOVES),
    /** Whether servers can do so. */
    PROBES(
        "hash slots move by SETSLOT and MIGRATE, though this server can move them atomically",
        Need.HASH_SLOT_MOVES),
    /** How much each hash slot makes its primary work. */
    LOAD("the store is balanced by the number of hash slots, not by their load", Need.LOAD),
    /** Primaries migrate to other servers. */
    MIGRATIONS("no primary can be migrated", Need.PRIMARY_REPLACEMENTS),
    /** Replicas take over. */
    PROMOTIONS("no replica can be promoted", Need.PROMOTIONS),
    /** Servers work before their triggers. */
    UPKEEP("servers work only at their triggers, also while they lead", Need.UPKEEP),
    /** Servers become members, which then take over primaries or get hash slots. */
    MEMBERS("no server becomes a member", Need.NEW_MEMBERS),
    /** A coordinator ends the connections of the leader before. */
    TAKE_OVER("no other coordinator can take over (lease)");

    private final String lost;

    /** Any of them; none: a lease. */
    private final Set<Need> needs;

    Purpose(String lost, Need... needs) {
      this.lost = lost;
      this.needs = Set.of(needs);
    }

    /** What is impossible without it, and the settings that ask for that. */
    String lost(CoordinatorConfig config) {
      String settings =
          config.wanted().stream()
              .filter(wanted -> !Collections.disjoint(wanted.needs(), needs))
              .map(Wanted::setting)
              .distinct()
              .collect(Collectors.joining(", "));
      return settings.isEmpty() ? lost : "%s (%s)".formatted(lost, settings);
    }

    /** How bad that is. */
    Severity severity() {
      return this == PROBES || this == LOAD ? Severity.NOTE : Severity.WARNING;
    }

    private boolean isOf(CoordinatorConfig config) {
      boolean atomic = this == PROBES || this == ATOMIC_MOVES;
      return needs.isEmpty()
          ? config.lease().isPresent()
          : needs.stream().anyMatch(config::needs) && (!atomic || config.plans().moveAtomically());
    }
  }

  /** Those that a coordinator needs. */
  public static Set<StoreCommand> of(CoordinatorConfig config) {
    return Arrays.stream(values())
        .filter(command -> command.purpose.isOf(config))
        .collect(Collectors.toSet());
  }

  private final String text;
  private final Purpose purpose;

  StoreCommand(String text, Purpose purpose) {
    this.text = text;
    this.purpose = purpose;
  }

  /** The command without its arguments. */
  public String text() {
    return text;
  }

  /** What needs it. */
  Purpose purpose() {
    return purpose;
  }

  /**
   * Whether the coordinator would say it to this node. Others may refuse it as a command that they
   * do not know, or as one that is not allowed: Redis before 7 cannot tell these apart.
   */
  boolean isOf(RedisNode.Answering node) {
    return true;
  }

  static Optional<StoreCommand> of(String text) {
    return Arrays.stream(values()).filter(command -> command.text.equals(text)).findFirst();
  }
}
