package io.amoeba.experiments.usage;

import io.amoeba.containers.stack.Container;
import java.time.Duration;
import java.util.List;

/**
 * Follows what a container uses, from within, so that no more than a few short commands disturb
 * what is measured. Immutable.
 */
public record UsageLog(Container container) {
  private static final String FILE = "/tmp/usage";

  /**
   * Begins to follow a container that runs, to its end.
   *
   * @param period between two looks, whole seconds
   */
  public static UsageLog begin(Container container, Duration period) {
    container.execInBackground(
        "sh",
        "-c",
        "while true; do %s; sleep %d; done >%s"
            .formatted(ContainerUsage.COMMAND, period.toSeconds(), FILE));
    return new UsageLog(container);
  }

  /** All so far, also when the container has ended. */
  public List<ContainerUsage> all() {
    return ContainerUsage.parse(
        container.isRunning() ? container.exec("cat", FILE) : container.read(FILE));
  }
}
