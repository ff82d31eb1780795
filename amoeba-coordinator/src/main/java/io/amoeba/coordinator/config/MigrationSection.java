package io.amoeba.coordinator.config;

import io.amoeba.coordinator.execute.migration.MigrationLimits;
import io.amoeba.coordinator.plan.migration.MigrationRules;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the section about migrations of primaries. Stateless. */
final class MigrationSection {

  private static final int DAY_MILLIS = 86_400_000;
  private static final int TEN_MINUTES_MILLIS = 600_000;
  private static final int MOST_PRIMARIES = 1_000;

  private MigrationSection() {}

  static MigrationSettings read(ConfigSection section) {
    boolean wanted =
        SpareServers.areMembers(
            section, "With members, primaries go to members of the cluster that own no hash slots");
    MigrationRules rules =
        new MigrationRules(
            old(section),
            section.addresses("fixedPrimaries"),
            Set.copyOf(section.texts("fixedNodes")),
            Set.copyOf(section.texts("forbiddenNodes")),
            section.has("primariesPerNode")
                ? OptionalInt.of(section.number("primariesPerNode", 1, MOST_PRIMARIES, 1))
                : OptionalInt.empty());
    MigrationSettings settings =
        new MigrationSettings(wanted ? Optional.of(rules) : Optional.empty(), limits(section));
    section.refuseUnknownKeys();
    return settings;
  }

  private static OldPrimary old(ConfigSection section) {
    String text = section.text("formerPrimary").orElse("keep");
    for (OldPrimary old : OldPrimary.values()) {
      if (old.name().toLowerCase(Locale.ROOT).equals(text)) {
        return old;
      }
    }
    section.problem(
        "formerPrimary",
        "'" + text + "'",
        "keep or retire",
        "keep leaves it in the cluster as a replica; retire empties it and takes it out.");
    return OldPrimary.KEEP;
  }

  private static MigrationLimits limits(ConfigSection section) {
    MigrationLimits absent = MigrationLimits.DEFAULT;
    return new MigrationLimits(
        section.number("lagBytes", 0, Integer.MAX_VALUE, (int) absent.lagBytes()),
        absent.meet(),
        millis(section, "syncMillis", 1_000, DAY_MILLIS, absent.sync()),
        millis(section, "failOverMillis", 10_000, TEN_MINUTES_MILLIS, absent.failOver()),
        absent.attempts(),
        millis(section, "redirectMillis", 0, TEN_MINUTES_MILLIS, absent.redirect()),
        absent.detach(),
        absent.poll());
  }

  private static Duration millis(
      ConfigSection section, String key, int min, int max, Duration absent) {
    return section.millis(key, min, max, (int) absent.toMillis());
  }
}
