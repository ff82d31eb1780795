package io.amoeba.agentkit.patch;

import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.Target;
import io.amoeba.agentkit.symbols.TargetCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was patched and what was not, as one block of text. Safe for concurrent use. */
public final class StartReport {

  private final AgentProduct product;
  private final String cassandraVersion;
  private final List<Target> targets;

  /** Seen in classes that are being patched, which may still fail. */
  private final Set<Target> found = new LinkedHashSet<>();

  private final Set<Target> patched = new LinkedHashSet<>();
  private final Map<Target, String> failures = new LinkedHashMap<>();

  StartReport(AgentProduct product, String cassandraVersion, List<Target> targets) {
    this.product = product;
    this.cassandraVersion = cassandraVersion;
    this.targets = targets;
  }

  /**
   * Inspects the Cassandra of this process. Empty, with the reason on standard error, if it is not
   * one that the agent was made for.
   *
   * @param known all release lines that the agent knows
   * @param agent a class of the agent's jar
   * @param classes beginning of the path of the agent's own classes in it
   */
  public static Optional<StartReport> ofKnownCassandra(
      AgentProduct product, List<ReleaseSymbols> known, Class<?> agent, String classes) {
    List<String> missing = TargetCheck.missing(known, agent, classes);
    String version = TargetCheck.version();
    if (missing.isEmpty()) {
      return ReleaseSymbols.of(version, known)
          .map(symbols -> new StartReport(product, version, symbols.targets()));
    }
    System.err.printf(
        "%s %s: Cassandra %s is not supported: %s. Use a release of the agent for this Cassandra."
            + " Missing:%n  %s%n",
        product.name(),
        agentVersion(),
        version,
        product.onUnknownCassandra(),
        String.join(System.lineSeparator() + "  ", missing));
    return Optional.empty();
  }

  /** What is to be patched. */
  List<Target> wanted() {
    return targets;
  }

  synchronized void found(Target target) {
    found.add(target);
  }

  /** A class was patched, but for targets that were not found in it. */
  synchronized void patched(String type) {
    for (Target target : targetsIn(type)) {
      if (found.contains(target)) {
        patched.add(target);
      } else {
        failures.put(
            target,
            "the class that was loaded has no "
                + target.method()
                + target.descriptor()
                + "; another agent may have changed it, or another jar may bring it");
      }
    }
  }

  synchronized void failed(String type, Throwable cause) {
    targetsIn(type).forEach(target -> failures.put(target, cause.toString()));
  }

  private List<Target> targetsIn(String type) {
    return targets.stream().filter(target -> target.type().equals(type)).toList();
  }

  /** What could not be patched and why, a line for each target. */
  public synchronized List<String> failures() {
    return failures.entrySet().stream()
        .map(failure -> failure.getKey().shortName() + ": " + failure.getValue())
        .toList();
  }

  /**
   * For an agent of which half is worse than nothing.
   *
   * @throws IllegalStateException if a target could not be patched
   */
  public void requirePatched() {
    List<String> failed = failures();
    if (!failed.isEmpty()) {
      throw new IllegalStateException(
          "%s could not patch all that it needs, so Cassandra does not start: %s. Remove the -javaagent line to start without it"
              .formatted(product.name(), failed));
    }
  }

  /** One line for each target; classes are patched when Cassandra loads them. */
  public synchronized List<String> targets() {
    return targets.stream()
        .map(target -> state(target) + " " + target.shortName() + ": " + target.purpose())
        .toList();
  }

  private String state(Target target) {
    if (failures.containsKey(target)) {
      return "NOT PATCHED";
    }
    return patched.contains(target) ? "patched" : "not loaded yet";
  }

  public String cassandraVersion() {
    return cassandraVersion;
  }

  /** All of it, with {@code more} lines of the agent's own after the first. */
  public String text(String... more) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s %s on Cassandra %s; switched off by -D%s=off"
            .formatted(product.name(), agentVersion(), cassandraVersion, product.killSwitch()));
    lines.addAll(List.of(more));
    lines.addAll(targets());
    failures().forEach(line -> lines.add("Failed: " + line));
    return String.join(System.lineSeparator() + "  ", lines);
  }

  /** The agent's version, from its jar's manifest. */
  public static String agentVersion() {
    @Nullable String version = StartReport.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
