package io.amoeba.coordinator.config;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.RetryRules;
import io.amoeba.coordinator.approve.TimeWindow;
import io.amoeba.coordinator.plan.StartRules;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads the section about plans. Stateless. */
final class PlanSection {

  /** A tenth of a percent: less than what is measured wavers. */
  private static final double DEFAULT_LEAST_RISE = 0.001;

  /** Attempts are counted by the plans that are kept, a hundred of all kinds. */
  private static final int MOST_ATTEMPTS = 50;

  private static final int DAY_MILLIS = 86_400_000;
  private static final String TIME = "a time of the day, such as 22:00";

  private PlanSection() {}

  static PlanSettings read(ConfigSection section) {
    ConfigSection limits = section.section("policy");
    ApprovalPolicy policy =
        new ApprovalPolicy(
            limit(limits, "hashSlotsPerPlan"),
            limit(limits, "hashSlotsPerHour"),
            limits.bytes(
                "bytesPerHour",
                "Remove the key for no limit; in mode propose, operators approve every plan."),
            limit(limits, "primariesPerHour"),
            limit(limits, "rescalesPerHour"),
            limits.millis("coolDownMillis", 0, DAY_MILLIS, 0),
            window(limits));
    limits.refuseUnknownKeys();
    RetryRules retries = retries(section.section("retries"));
    ConfigSection moves = section.section("moves");
    PlanSettings plans =
        new PlanSettings(
            section.path("file"),
            policy,
            retries,
            section.millis("measureMillis", 1_000, 600_000, 30_000),
            MoveSection.limits(moves),
            MoveSection.rules(moves),
            GrowthSection.read(section.section("growth")),
            DrainSection.read(section.section("drain")),
            MigrationSection.read(section.section("migrations")),
            RescaleSection.read(section.section("rescale")),
            section.share("leastRise", DEFAULT_LEAST_RISE));
    checkStartNodes(section, plans);
    moves.refuseUnknownKeys();
    section.refuseUnknownKeys();
    return plans;
  }

  private static RetryRules retries(ConfigSection section) {
    RetryRules usual = RetryRules.DEFAULT;
    RetryRules retries =
        new RetryRules(
            section.number("attempts", 1, MOST_ATTEMPTS, usual.attempts()),
            usual.firstPause(),
            section.millis(
                "longestPauseMillis",
                (int) usual.firstPause().toMillis(),
                DAY_MILLIS,
                (int) usual.longestPause().toMillis()));
    section.refuseUnknownKeys();
    return retries;
  }

  /** Servers are started for subtasks, so not where none is counted on. */
  private static void checkStartNodes(ConfigSection section, PlanSettings plans) {
    Set<String> both = new TreeSet<>(plans.rescale().forbiddenNodes());
    both.retainAll(plans.growth().rules().start().map(StartRules::nodes).orElse(Set.of()));
    for (String node : both) {
      section.problem(
          "rescale.forbiddenNodes",
          "'" + node + "', which is one of plans.growth.startNodes, too",
          "a list of nodes on which no server is to be started for the job",
          "Remove the node from one of both.");
    }
  }

  private static OptionalInt limit(ConfigSection section, String key) {
    return section.has(key)
        ? OptionalInt.of(section.number(key, 0, Integer.MAX_VALUE, 0))
        : OptionalInt.empty();
  }

  private static Optional<TimeWindow> window(ConfigSection limits) {
    if (!limits.has("window")) {
      return Optional.empty();
    }
    ConfigSection section = limits.section("window");
    LocalTime from = time(section, "from");
    LocalTime to = time(section, "to");
    ZoneId zone = zone(section);
    section.refuseUnknownKeys();
    return Optional.of(new TimeWindow(from, to, zone));
  }

  private static LocalTime time(ConfigSection section, String key) {
    String text = section.required(key, TIME, "A window has a start and an end.");
    try {
      return text.isEmpty() ? LocalTime.MIDNIGHT : LocalTime.parse(text);
    } catch (DateTimeParseException e) {
      section.problem(key, "'" + text + "'", TIME, "Write it in quotes, with two-digit hours.");
      return LocalTime.MIDNIGHT;
    }
  }

  private static ZoneId zone(ConfigSection section) {
    String text = section.text("zone").orElse("UTC");
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      section.problem("zone", "'" + text + "'", "a time zone", "Such as UTC or Europe/Athens.");
      return ZoneOffset.UTC;
    }
  }
}
