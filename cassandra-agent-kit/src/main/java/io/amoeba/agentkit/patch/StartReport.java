package io.amoeba.agentkit.patch;

import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.Target;
import io.amoeba.agentkit.symbols.TargetCheck;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was patched and what was not, as one block of text. Safe for concurrent use. */
public final class StartReport {

  private final AgentProduct product;
  private final String cassandraVersion;
  private final List<Target> targets;
  private final Set<String> patched = new LinkedHashSet<>();
  private final List<String> failures = new ArrayList<>();

  private StartReport(AgentProduct product, String cassandraVersion, List<Target> targets) {
    this.product = product;
    this.cassandraVersion = cassandraVersion;
    this.targets = targets;
  }

  /**
   * Looks at the Cassandra of this process. Empty, with the reason on standard error, if it is not
   * the one that the agent was made for.
   *
   * @param agent a class of the agent's jar
   * @param classes beginning of the path of the agent's own classes in it
   */
  public static Optional<StartReport> ofKnownCassandra(
      AgentProduct product, ReleaseSymbols symbols, Class<?> agent, String classes) {
    List<String> missing = TargetCheck.missing(symbols, agent, classes);
    String version = TargetCheck.version();
    if (missing.isEmpty()) {
      return Optional.of(new StartReport(product, version, symbols.targets()));
    }
    System.err.printf(
        "%s %s: Cassandra %s is not one that %s. Use a release of the agent for this Cassandra."
            + " Missing:%n  %s%n",
        product.name(),
        agentVersion(),
        version,
        product.onUnknownCassandra(),
        String.join(System.lineSeparator() + "  ", missing));
    return Optional.empty();
  }

  synchronized void patched(String type) {
    patched.add(type);
  }

  synchronized void failed(String type, Throwable cause) {
    failures.add(type + ": " + cause);
  }

  /** Why patching failed, a line for each class. */
  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  /** One line for each target; classes are patched when Cassandra loads them. */
  public synchronized List<String> targets() {
    return targets.stream()
        .map(
            target ->
                (patched.contains(target.type()) ? "patched " : "not loaded yet ")
                    + target.shortName()
                    + ": "
                    + target.purpose())
        .toList();
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
    failures().forEach(line -> lines.add("NOT PATCHED " + line));
    return String.join(System.lineSeparator() + "  ", lines);
  }

  /** The agent's version, from its jar's manifest. */
  public static String agentVersion() {
    @Nullable String version = StartReport.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
