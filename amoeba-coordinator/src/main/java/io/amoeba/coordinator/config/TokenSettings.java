package io.amoeba.coordinator.config;

import java.util.Set;

/**
 * A token, known by its SHA-256 alone: whose it is, and the roles it gives. Tokens are long random
 * texts, so that a salt would add nothing. Immutable.
 */
public record TokenSettings(String name, Set<Role> roles, String sha256) {

  public TokenSettings {
    roles = Set.copyOf(roles);
  }
}
