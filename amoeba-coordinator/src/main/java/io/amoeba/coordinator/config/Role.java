package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the holder of a token may do. */
public enum Role {
  /** Read everything that the page shows, and the meters. */
  VIEWER,
  /** Give orders about plans, mode and drill, too. */
  OPERATOR,
  /** Take placement maps and report; nothing else. */
  TASK_MANAGER;

  /** As configuration and messages write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Role> read(YamlSection token) {
    String roles = "viewer, operator or task-manager";
    String remedy = "viewer only reads.";
    String text = token.required("role", roles, remedy);
    Optional<Role> role =
        Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    if (role.isEmpty() && !text.isEmpty()) {
      token.problem("role", "'" + text + "'", roles, remedy);
    }
    return role;
  }
}
