package io.amoeba.coordinator.config;

/** Reads where servers come from that hash slots or primaries may go to. Stateless. */
final class GivenServers {

  private GivenServers() {}

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
          meaning + ": CLUSTER MEET an empty server to give it.");
    }
    return text.equals("members");
  }
}
