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
   * @param limit of each command, and after it until every primary knows the server
   */
  public record Start(Way way, Duration limit) {}

  /** What starts a server. Words may have placeholders for its node, host and port. */
  public sealed interface Way permits Given, OwnCommand, InContainer {}

  /** Nothing: servers run already, outside of the cluster. */
  public record Given() implements Way {}

  /** A command of the operators'. Immutable. */
  public record OwnCommand(List<String> words) implements Way {
    public OwnCommand {
      words = List.copyOf(words);
    }
  }

  /**
   * The command line of a container engine. Immutable.
   *
   * @param engine begins each of its commands, such as {@code docker -H ssh://{host}}
   * @param options of {@code run}, before the image
   * @param arguments after the image
   */
  public record InContainer(
      List<String> engine, List<String> options, String image, List<String> arguments)
      implements Way {
    public InContainer {
      engine = List.copyOf(engine);
      options = List.copyOf(options);
      arguments = List.copyOf(arguments);
    }
  }
}
