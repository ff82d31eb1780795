package io.amoeba.coordinator.config;

import io.amoeba.coordinator.plan.GrowthRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether the store grows, and how servers are started for that. Immutable.
 *
 * @param start empty: none is started
 */
public record GrowthSettings(GrowthRules rules, Optional<Start> start) {

  /**
   * How a server is started. Immutable.
   *
   * @param command its words, with placeholders
   * @param limit of the command, and after it until every primary knows the server
   */
  public record Start(List<String> command, Duration limit) {
    public Start {
      command = List.copyOf(command);
    }
  }
}
