package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words after CLUSTER by which servers are told to migrate hash slots atomically, and by which
 * they tell of it. Stateless. Source: command references of Redis 8.4 and Valkey 9.0.
 */
enum MigrationDialect {
  /** Told to the destination, which tries again until it is told to stop. */
  REDIS("id", "slots", "import", "last_error", Set.of("completed"), Set.of("canceled")) {
    @Override
    List<String> begin(SlotsInTransition move) {
      List<String> words = new ArrayList<>(List.of("MIGRATION", "IMPORT"));
      words.addAll(ends(move));
      return words;
    }

    @Override
    List<String> list() {
      return List.of("MIGRATION", "STATUS", "ALL");
    }

    @Override
    List<String> cancel(AtomicMigration migration) {
      return List.of("MIGRATION", "CANCEL", "ID", migration.id());
    }

    @Override
    boolean cancelsAll() {
      return false;
    }

    @Override
    int attempts(Map<String, String> entry) {
      String retries = entry.getOrDefault("retries", "0");
      return retries.matches("\\d{1,9}") ? Integer.parseInt(retries) : 0;
    }
  },
  /** Told to the source, which tries once. */
  VALKEY(
      "name",
      "slot_ranges",
      "EXPORT",
      "message",
      Set.of("success"),
      Set.of("failed", "cancelled", "canceled")) {
    @Override
    List<String> begin(SlotsInTransition move) {
      List<String> words = new ArrayList<>(List.of("MIGRATESLOTS", "SLOTSRANGE"));
      words.addAll(ends(move));
      words.addAll(List.of("NODE", move.to()));
      return words;
    }

    @Override
    List<String> list() {
      return List.of("GETSLOTMIGRATIONS");
    }

    @Override
    List<String> cancel(AtomicMigration migration) {
      return List.of("CANCELSLOTMIGRATIONS");
    }

    @Override
    boolean cancelsAll() {
      return true;
    }

    @Override
    int attempts(Map<String, String> entry) {
      return 0;
    }
  };

  private final String id;
  private final String hashSlots;
  private final String steered;
  private final String reason;
  private final Set<String> completed;
  private final Set<String> ended;

  /**
   * The fields and values by which a migration is told.
   *
   * @param steered operation of a migration that the primary steers which tells of it
   * @param reason field with words for people
   */
  MigrationDialect(
      String id,
      String hashSlots,
      String steered,
      String reason,
      Set<String> completed,
      Set<String> ended) {
    this.id = id;
    this.hashSlots = hashSlots;
    this.steered = steered;
    this.reason = reason;
    this.completed = completed;
    this.ended = ended;
  }

  static MigrationDialect of(SlotMigrationMethod method) {
    return switch (method) {
      case CLUSTER_MIGRATION -> REDIS;
      case CLUSTER_MIGRATESLOTS -> VALKEY;
      case SETSLOT_AND_MIGRATE ->
          throw new IllegalArgumentException("SETSLOT and MIGRATE are not atomic");
    };
  }

  abstract List<String> begin(SlotsInTransition move);

  abstract List<String> list();

  abstract List<String> cancel(AtomicMigration migration);

  /** Whether a cancel ends all migrations that the primary steers, not one. */
  abstract boolean cancelsAll();

  /** Whether the primary that tells of a migration is the one that steers it. */
  boolean isSteered(Map<String, String> entry) {
    return steered.equals(entry.get("operation"));
  }

  abstract int attempts(Map<String, String> entry);

  /**
   * A migration as a primary tells of it.
   *
   * @throws IllegalArgumentException if it is not told as the references say
   */
  AtomicMigration migration(Map<String, String> entry) {
    String state = text(entry, "state");
    return new AtomicMigration(
        text(entry, id),
        spans(text(entry, hashSlots)),
        completed.contains(state)
            ? AtomicMigration.State.COMPLETED
            : ended.contains(state) ? AtomicMigration.State.ENDED : AtomicMigration.State.UNDER_WAY,
        attempts(entry),
        "%s, %s".formatted(state, entry.getOrDefault(reason, "")));
  }

  private static String text(Map<String, String> entry, String field) {
    String text = entry.get(field);
    if (text == null) {
      throw new IllegalArgumentException("a migration has no " + field);
    }
    return text;
  }

  /** {@code 5-9 17-17}. */
  private static List<HashSlotSpan> spans(String text) {
    List<HashSlotSpan> spans = new ArrayList<>();
    for (String part : text.strip().split("[ ,]+")) {
      if (!part.matches("\\d{1,5}(-\\d{1,5})?")) {
        throw new IllegalArgumentException("'" + text + "' are no hash slots");
      }
      String[] ends = part.split("-");
      spans.add(
          new HashSlotSpan(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])));
    }
    HashSlotSpan.check(spans);
    return spans;
  }

  /** First and last hash slot of each span, ascending. */
  private static List<String> ends(SlotsInTransition move) {
    List<Integer> sorted = move.hashSlots().stream().sorted().toList();
    List<String> ends = new ArrayList<>();
    int from = sorted.get(0);
    for (int i = 1; i <= sorted.size(); i++) {
      int last = sorted.get(i - 1);
      if (i == sorted.size() || sorted.get(i) != last + 1) {
        ends.add(String.valueOf(from));
        ends.add(String.valueOf(last));
        from = i < sorted.size() ? sorted.get(i) : from;
      }
    }
    return ends;
  }
}
