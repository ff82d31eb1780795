package io.amoeba.coordinator.config;

/** Reads whether spare servers may receive primaries. Stateless. */
final class SpareServers {

  private SpareServers() {}

  /**
   * Whether they are members of the cluster; otherwise there are none.
   *
   * @param meaning what members are used for, for the error
   */
  static boolean areMembers(ConfigSection section, String meaning) {
    String text = section.text("servers").orElse("none");
    if (!text.equals("none") && !text.equals("members")) {
      section.problem(
          "servers",
          "'" + text + "'",
          "none or members",
          meaning + ": add a spare server by CLUSTER MEET.");
    }
    return text.equals("members");
  }
}
