package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.yaml.YamlSection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What plans of migrations must respect, as people write it. Immutable.
 *
 * @param old what becomes of a primary that has been replaced
 * @param fixedPrimaries {@code host:port} of primaries that may not move
 * @param fixedNodes nodes whose primaries may not move
 * @param forbiddenNodes nodes that may not host the store
 * @param maxPrimariesPerNode how many primaries a node may host, 1 or more (empty: any number)
 */
public record MigrationRules(
    OldPrimary old,
    Set<String> fixedPrimaries,
    Set<String> fixedNodes,
    Set<String> forbiddenNodes,
    OptionalInt maxPrimariesPerNode) {

  private static final int MOST_PRIMARIES = 1_000;

  /** Everything may move, and replaced primaries stay as replicas. */
  public static final MigrationRules KEEPING =
      new MigrationRules(OldPrimary.KEEP, Set.of(), Set.of(), Set.of(), OptionalInt.empty());

  public MigrationRules {
    fixedPrimaries = Set.copyOf(fixedPrimaries);
    fixedNodes = Set.copyOf(fixedNodes);
    forbiddenNodes = Set.copyOf(forbiddenNodes);
  }

  /** Empty: primaries stay. The caller refuses unknown keys. */
  public static Optional<MigrationRules> read(YamlSection section) {
    String members = "members";
    String servers =
        section.oneOf(
            "servers",
            List.of("none", members),
            "none",
            "With members, primaries go to members of the cluster that own no hash slots: add a"
                + " spare server by CLUSTER MEET.");
    String former =
        section.oneOf(
            "formerPrimary",
            List.of("keep", "retire"),
            "keep",
            "keep leaves it in the cluster as a replica; retire empties it and takes it out.");
    MigrationRules rules =
        new MigrationRules(
            OldPrimary.valueOf(former.toUpperCase(Locale.ROOT)),
            section.addresses("fixedPrimaries"),
            Set.copyOf(section.texts("fixedNodes")),
            Set.copyOf(section.texts("forbiddenNodes")),
            section.limit("maxPrimariesPerNode", 1, MOST_PRIMARIES));
    return servers.equals(members) ? Optional.of(rules) : Optional.empty();
  }
}
