package io.amoeba.streaming.agent;

import io.amoeba.streaming.compat.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was patched and what was not, as one block of text. Safe for concurrent use. */
public final class StartReport {

  private final String cassandraVersion;
  private final List<Target> targets = new ArrayList<>();
  private final Set<String> patched = new LinkedHashSet<>();
  private final List<String> failures = new ArrayList<>();

  StartReport(String cassandraVersion) {
    this.cassandraVersion = cassandraVersion;
  }

  static String refused(String cassandraVersion, List<String> missing) {
    return String.format(
        "Incremental streaming %s: Cassandra %s is not one that it knows, so nothing is patched and"
            + " nodes join as without the agent. Use a release of the agent for this Cassandra."
            + " Missing:%n  %s",
        agentVersion(), cassandraVersion, String.join(System.lineSeparator() + "  ", missing));
  }

  synchronized void expects(List<Target> all) {
    targets.addAll(all);
  }

  synchronized void patched(String type) {
    patched.add(type);
  }

  synchronized void failed(String type, Throwable cause) {
    failures.add(type + ": " + cause);
  }

  /** Whether a class was loaded whose patching failed. */
  public synchronized boolean hasFailures() {
    return !failures.isEmpty();
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

  public synchronized String text() {
    StringBuilder text = new StringBuilder();
    text.append("Incremental streaming ").append(agentVersion());
    text.append(" on Cassandra ").append(cassandraVersion);
    text.append("; switched off by -D")
        .append(IncrementalStreamingAgent.KILL_SWITCH)
        .append("=off");
    targets().forEach(line -> text.append(System.lineSeparator()).append("  ").append(line));
    failures.forEach(
        line -> text.append(System.lineSeparator()).append("  NOT PATCHED ").append(line));
    return text.toString();
  }

  /** The agent's version, from its manifest. */
  public static String agentVersion() {
    @Nullable String version = StartReport.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
