package io.amoeba.agentkit.patch;

/**
 * An agent, as it speaks of itself. Immutable.
 *
 * @param name with which its messages begin
 * @param killSwitch the system property whose value {@code off} leaves Cassandra as it is
 * @param onUnknownCassandra the consequence, as it follows "Cassandra 4.2.0 is not supported: …"
 */
public record AgentProduct(String name, String killSwitch, String onUnknownCassandra) {

  /** Whether the kill switch is set; said on standard error then. */
  public boolean isSwitchedOff() {
    boolean off = "off".equals(System.getProperty(killSwitch));
    if (off) {
      System.err.println(name + ": switched off by -D" + killSwitch + "=off");
    }
    return off;
  }

  /** The message for a second {@code -javaagent} line, after which nothing of it may happen. */
  public String secondLine(String arguments) {
    return "%s: there is a second -javaagent line for it, with the options '%s': remove one"
        .formatted(name, arguments);
  }
}
