package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.text.DurationText;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.coordinator.yaml.YamlSection;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whether servers work before their triggers, and who leads meanwhile. Immutable.
 *
 * @param kinds of work that rounds are planned for; none: servers work by themselves alone
 * @param startAtShare of the time from one work to the next, after which a round may begin, 0 … 1
 * @param jitterShare of that time by which a round may begin earlier, at random, 0 … 1
 * @param horizon work that begins within it is in one plan
 * @param postponeUntil time before the trigger at which no round begins any more
 * @param workTimeout longest work of one server
 * @param ways that may be chosen
 * @param leastGain for which a lead changes
 * @param candidate which replica leads, of those that may
 * @param leastReplicas in sync that a shard keeps beside the one that works
 * @param maxLagBytes of a replica that may lead
 * @param maxRoundsPerHour in which a lead changes; empty: no limit
 * @param returnsToFormer whether the former primary leads again after the round
 * @param preferredPrimaries {@code host:port} of servers that lead after a round of their shard
 * @param backups when a backup of which shards is made, and by which command
 */
public record UpkeepSettings(
    Set<UpkeepKind> kinds,
    double startAtShare,
    double jitterShare,
    Duration horizon,
    Duration postponeUntil,
    Duration workTimeout,
    Set<LeadWay> ways,
    Duration leastGain,
    Candidate candidate,
    int leastReplicas,
    long maxLagBytes,
    OptionalInt maxRoundsPerHour,
    boolean returnsToFormer,
    Set<String> preferredPrimaries,
    List<BackupSettings> backups) {

  /** Which replica leads, of those that may. */
  public enum Candidate {
    /** The one whose own next work is the farthest away. */
    LONGEST_FREE,
    /** The one whose last work ended last, as in the dissertation. */
    MOST_RECENTLY_COMPLETED,
    /** The one that has led the most rounds of its shard. */
    LONGEST_SERVED
  }

  /** Servers work by themselves alone. */
  public static final UpkeepSettings NONE =
      new UpkeepSettings(
          Set.of(),
          0.8,
          0.2,
          Duration.ofMinutes(10),
          Duration.ofSeconds(20),
          Duration.ofHours(1),
          EnumSet.of(LeadWay.AWAY, LeadWay.FOLLOW, LeadWay.STAY),
          Duration.ofMillis(250),
          Candidate.LONGEST_FREE,
          0,
          1 << 20,
          OptionalInt.empty(),
          true,
          Set.of(),
          List.of());

  private static final String KINDS = "kinds";
  private static final String WAYS = "ways";
  private static final String BACKUPS = "backups";
  private static final String PREFERRED = "preferred";

  public UpkeepSettings {
    kinds = Set.copyOf(kinds);
    ways = Set.copyOf(ways);
    preferredPrimaries = Set.copyOf(preferredPrimaries);
    backups = List.copyOf(backups);
  }

  /** Whether any round is planned. */
  public boolean wanted() {
    return !kinds.isEmpty();
  }

  /**
   * Reads the section about it.
   *
   * @param maxLagBytes of a replica that may lead
   */
  public static UpkeepSettings read(YamlSection section, long maxLagBytes) {
    Set<UpkeepKind> kinds =
        section
            .someOf(
                KINDS,
                words(UpkeepKind.values(), UpkeepKind::text),
                List.of(),
                "Each of them is work that a server does while it does not lead.")
            .stream()
            .map(word -> UpkeepKind.valueOf(word.toUpperCase(Locale.ROOT)))
            .collect(Collectors.toSet());
    Set<LeadWay> ways =
        section
            .someOf(
                WAYS,
                words(LeadWay.values(), LeadWay::text),
                NONE.ways.stream().sorted().map(LeadWay::text).toList(),
                "away and follow are replicas on other nodes, twin one on the same node.")
            .stream()
            .map(word -> LeadWay.valueOf(word.toUpperCase(Locale.ROOT)))
            .collect(Collectors.toSet());
    String former = "former";
    UpkeepSettings settings =
        new UpkeepSettings(
            kinds,
            section.share("startAtShare", 0.5, 0.95, NONE.startAtShare),
            section.share("jitterShare", 0, 0.5, NONE.jitterShare),
            section.duration("horizon", Duration.ZERO, Duration.ofDays(1), NONE.horizon),
            section.duration(
                "postponeUntil", Duration.ofSeconds(1), Duration.ofHours(1), NONE.postponeUntil),
            section.duration(
                "workTimeout", Duration.ofSeconds(1), Duration.ofDays(1), NONE.workTimeout),
            ways,
            section.duration("leastGain", Duration.ZERO, Duration.ofMinutes(1), NONE.leastGain),
            Candidate.valueOf(
                section
                    .oneOf(
                        "candidate",
                        words(Candidate.values(), UpkeepSettings::word),
                        word(NONE.candidate),
                        "longest-free is the replica whose next work is the farthest away.")
                    .toUpperCase(Locale.ROOT)
                    .replace('-', '_')),
            section.number("leastReplicas", 0, 10, NONE.leastReplicas),
            maxLagBytes,
            section.limit("maxRoundsPerHour", 1, Integer.MAX_VALUE),
            section
                .oneOf(
                    PREFERRED,
                    List.of(former, "none"),
                    former,
                    "former returns the lead after a round; none leaves it where it is.")
                .equals(former),
            section.addresses("preferredPrimaries"),
            section.sections(BACKUPS).stream().map(BackupSettings::read).toList());
    settings.check(section);
    section.refuseUnknownKeys();
    return settings;
  }

  /** Keys that do not fit each other. */
  private void check(YamlSection section) {
    boolean backs = kinds.contains(UpkeepKind.BACKUP);
    if (backs && backups.isEmpty()) {
      section.problem(
          BACKUPS,
          "missing",
          "a list of backups, since kinds has backup",
          "Name a command and its time, or remove backup from plans.upkeep.kinds.");
    }
    if (!backs && !backups.isEmpty()) {
      section.problem(
          BACKUPS,
          "given, but kinds has no backup",
          "given with backup in kinds alone",
          "Add backup to plans.upkeep.kinds, or remove the backups.");
    }
    if (ways.isEmpty()) {
      section.problem(
          WAYS, "empty", "a list of away, follow, twin and stay", "Remove the key for the usual.");
    }
    boolean moves = kinds.contains(UpkeepKind.SAVE) || kinds.contains(UpkeepKind.REWRITE);
    if (moves && ways.equals(Set.of(LeadWay.STAY))) {
      section.problem(
          WAYS,
          "stay alone",
          "at least one of away, follow and twin, since kinds has save or rewrite",
          "Add a way, or remove the kinds: servers work by themselves without a round.");
    }
    for (BackupSettings backup : backups) {
      if (backup.every().compareTo(workTimeout) < 0) {
        section.problem(
            BACKUPS,
            "every %s, and workTimeout is %s"
                .formatted(DurationText.of(backup.every()), DurationText.of(workTimeout)),
            "an interval not shorter than the longest backup",
            "Raise every, or lower plans.upkeep.workTimeout.");
      }
    }
    if (backups.size() > 1 && !areApart()) {
      section.problem(
          BACKUPS,
          "two backups of one shard",
          "one backup of each shard at most",
          "Name the shards of each, or let one command do both.");
    }
    checkPreferred(section);
  }

  private boolean areApart() {
    Set<String> named = new HashSet<>();
    return backups.stream()
        .allMatch(
            backup -> !backup.shards().isEmpty() && backup.shards().stream().allMatch(named::add));
  }

  private void checkPreferred(YamlSection section) {
    if (!returnsToFormer && !preferredPrimaries.isEmpty()) {
      section.problem(
          PREFERRED,
          "none, and preferredPrimaries names servers",
          "former together with preferredPrimaries",
          "Remove either key.");
    }
  }

  private static <T> List<String> words(T[] values, Function<T, String> word) {
    return Arrays.stream(values).map(word).toList();
  }

  private static String word(Candidate value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
