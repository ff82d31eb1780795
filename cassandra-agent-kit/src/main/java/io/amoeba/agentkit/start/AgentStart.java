package io.amoeba.agentkit.start;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * Starts an agent where it can work. In any other process, which an option for all of them may
 * reach ({@code JAVA_TOOL_OPTIONS}), it says in one line why it does nothing. No class of the agent
 * is loaded before that is known. Stateless.
 */
public final class AgentStart {

  private static final int OLDEST_JAVA = 11;

  /** Cassandra's own, and a library of its lib folder that agents need. */
  private static final String[] CASSANDRA = {
    "org/apache/cassandra/service/CassandraDaemon.class", "org/yaml/snakeyaml/Yaml.class"
  };

  private AgentStart() {}

  /**
   * Calls an agent's premain, if it can work here.
   *
   * @param product with which its messages begin
   * @param agent name of the class with the premain
   */
  public static void start(
      String product, String agent, @Nullable String arguments, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    String reason =
        obstacle(
            System.getProperty("java.specification.version", ""),
            ClassLoader.getSystemClassLoader());
    if (reason != null) {
      idle(product, reason);
      return;
    }
    try {
      Class.forName(agent)
          .getMethod("premain", String.class, Instrumentation.class)
          .invoke(null, arguments, instrumentation);
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof LinkageError)) {
        throw e;
      }
      idle(product, "a class is missing on its class path (" + e.getCause() + ")");
    }
  }

  private static void idle(String product, String reason) {
    System.err.println(product + ": the agent stays inactive in this process: " + reason);
  }

  /** Why an agent cannot work in a process; null if it can. */
  static @Nullable String obstacle(String javaVersion, ClassLoader classPath) {
    if (number(javaVersion) < OLDEST_JAVA) {
      return "it needs Java " + OLDEST_JAVA + " or newer, and this is Java " + javaVersion;
    }
    for (String file : CASSANDRA) {
      if (classPath.getResource(file) == null) {
        return "its class path is not Cassandra's (" + file + " is missing)";
      }
    }
    return null;
  }

  /** As 11 or 17; before Java 9 as 1.8. */
  private static int number(String javaVersion) {
    String[] parts = javaVersion.split("\\.");
    try {
      return Integer.parseInt(parts[0].equals("1") && parts.length > 1 ? parts[1] : parts[0]);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
