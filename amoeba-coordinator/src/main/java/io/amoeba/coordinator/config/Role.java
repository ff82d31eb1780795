package io.amoeba.coordinator.config;

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

  static Optional<Role> of(String text) {
    return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
  }
}
