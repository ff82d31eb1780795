package io.amoeba.agentkit.patch;

import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.agentkit.symbols.ReleaseSymbols;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Installs an agent in a Cassandra's process, and keeps its options and its report for the code in
 * Cassandra. Initialises no Cassandra class. Safe for concurrent use.
 *
 * @param <O> the agent's options
 */
public final class AgentInstallation<O> {

  private final AgentProduct product;
  private final Class<?> agent;
  private final String classes;

  private volatile @Nullable State<O> state;

  /**
   * Of the agent of this process.
   *
   * @param agent a class of the agent's jar
   * @param classes beginning of the path of the agent's own classes in it
   */
  public AgentInstallation(AgentProduct product, Class<?> agent, String classes) {
    this.product = product;
    this.agent = agent;
    this.classes = classes;
  }

  /** Reads the agent's options. */
  @FunctionalInterface
  public interface OptionsReader<O> {

    /**
     * From the agent's argument line.
     *
     * @throws InvalidOptionsException with all that is wrong
     */
    O read(String arguments) throws InvalidOptionsException;
  }

  /** What the installation found. */
  public record State<O>(O options, StartReport report) {}

  /**
   * Patches the Cassandra of this process, unless the agent is switched off or does not know the
   * release; the reason is on standard error then.
   *
   * @param known all release lines that the agent knows
   * @return false: the command line is wrong, and nothing is patched; the errors are on standard
   *     error
   */
  public boolean install(
      @Nullable String arguments,
      Instrumentation instrumentation,
      OptionsReader<O> reader,
      List<ReleaseSymbols> known) {
    if (product.isSwitchedOff()) {
      return true;
    }
    String given = arguments == null ? "" : arguments;
    if (state != null) {
      System.err.println(product.secondLine(given));
      return false;
    }
    O options;
    try {
      options = reader.read(given);
    } catch (InvalidOptionsException e) {
      System.err.println(e.getMessage());
      return false;
    }
    StartReport.ofKnownCassandra(product, known, agent, classes)
        .ifPresent(
            report -> {
              state = new State<>(options, report);
              Patches.install(instrumentation, report);
            });
    return true;
  }

  /** Whether Cassandra is patched. */
  public boolean isInstalled() {
    return state != null;
  }

  /**
   * What the installation found. Throws before it has patched Cassandra: then nothing calls this.
   */
  public State<O> state() {
    State<O> found = state;
    if (found == null) {
      throw new IllegalStateException("the agent has not been started with -javaagent");
    }
    return found;
  }
}
