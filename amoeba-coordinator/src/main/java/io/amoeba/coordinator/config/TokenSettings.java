package io.amoeba.coordinator.config;

import java.util.Optional;
import java.util.Set;

/**
 * A token, known by its SHA-256 alone: whose it is, the roles it gives, and the task manager for
 * which it is (empty: for every one; a last {@code *} stands for any end of its id). Tokens are
 * long random texts, so that a salt would add nothing. Immutable.
 */
public record TokenSettings(
    String name, Set<Role> roles, String sha256, Optional<String> taskManager) {

  public TokenSettings {
    roles = Set.copyOf(roles);
  }

  /** A token that is not bound to a task manager. */
  public TokenSettings(String name, Set<Role> roles, String sha256) {
    this(name, roles, sha256, Optional.empty());
  }

  /** Whether a task manager may show it. */
  public boolean isFor(String id) {
    return taskManager
        .filter(
            own ->
                own.endsWith("*")
                    ? !id.startsWith(own.substring(0, own.length() - 1))
                    : !id.equals(own))
        .isEmpty();
  }
}
