package io.amoeba.containers.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A stack to start. Immutable.
 *
 * @param changes more compose files, each of which overrides those before it
 * @param project name of the stack, unique on the machine
 * @param services to start, with those that they depend on
 * @param variables of the compose file
 * @param limits by service
 */
public record StackSettings(
    Path composeFile,
    List<Path> changes,
    String project,
    List<String> services,
    Map<String, String> variables,
    Map<String, Limits> limits) {
  public StackSettings {
    changes = List.copyOf(changes);
    services = List.copyOf(services);
    variables = Map.copyOf(variables);
    limits = Map.copyOf(limits);
    if (!project.matches("[a-z0-9][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "project is '%s': use small letters, digits and minus signs".formatted(project));
    }
  }

  /** Without changes of the compose file. */
  public StackSettings(
      Path composeFile,
      String project,
      List<String> services,
      Map<String, String> variables,
      Map<String, Limits> limits) {
    this(composeFile, List.of(), project, services, variables, limits);
  }
}
