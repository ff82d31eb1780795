package io.amoeba.hints.agent;

import io.amoeba.agentkit.patch.PatchReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was patched and what was not, as one block of text. Safe for concurrent use. */
public final class StartReport {

  private final String cassandraVersion;
  private final PatchReport patches = new PatchReport();

  StartReport(String cassandraVersion) {
    this.cassandraVersion = cassandraVersion;
  }

  static String refused(String cassandraVersion, List<String> missing) {
    return String.format(
        "Read hints %s: Cassandra %s is not one that they know, so nothing is patched and replicas"
            + " stay as cold as without the agent. Use a release of the agent for this Cassandra."
            + " Missing:%n  %s",
        agentVersion(), cassandraVersion, String.join(System.lineSeparator() + "  ", missing));
  }

  PatchReport patches() {
    return patches;
  }

  /** Why patching failed, a line for each class. */
  public List<String> failures() {
    return patches.failures();
  }

  /** One line for each target; classes are patched when Cassandra loads them. */
  public List<String> targets() {
    return patches.targets();
  }

  public String cassandraVersion() {
    return cassandraVersion;
  }

  public String text(AgentOptions options) {
    StringBuilder text = new StringBuilder();
    text.append("Read hints ").append(agentVersion());
    text.append(" on Cassandra ").append(cassandraVersion);
    text.append("; switched off by -D").append(ReadHintsAgent.KILL_SWITCH).append("=off");
    text.append(System.lineSeparator()).append("  ").append(options);
    targets().forEach(line -> text.append(System.lineSeparator()).append("  ").append(line));
    failures()
        .forEach(line -> text.append(System.lineSeparator()).append("  NOT PATCHED ").append(line));
    return text.toString();
  }

  /** The agent's version, from its manifest. */
  public static String agentVersion() {
    @Nullable String version = StartReport.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
