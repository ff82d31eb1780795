package io.amoeba.containers.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is started. Immutable.
 *
 * @param composeFile describes the services
 * @param changes more compose files, each of which changes what those before it say
 * @param project name of the stack; tells its containers, networks and volumes from all others
 * @param services those to start; what they depend on is started, too
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
  /** Takes immutable copies. */
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

  /** All as the compose file says. */
  public StackSettings(
      Path composeFile,
      String project,
      List<String> services,
      Map<String, String> variables,
      Map<String, Limits> limits) {
    this(composeFile, List.of(), project, services, variables, limits);
  }
}
