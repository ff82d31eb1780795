package io.amoeba.experiments.cassandra;

/**
 * What every Cassandra node of an experiment is started with besides what the experiment needs.
 * Immutable.
 *
 * @param agent more options of the agent, as after {@code -javaagent:…=}; may be empty
 * @param jvm more options of the JVM, in all modes, between spaces; may be empty
 */
public record NodeOptions(String agent, String jvm) {
  /** A line for each that is not empty. */
  public String notes() {
    return line("The agent's options", agent) + line("More options of every JVM", jvm);
  }

  private static String line(String what, String options) {
    return options.isEmpty() ? "" : "%s: %s.%n".formatted(what, options);
  }
}
