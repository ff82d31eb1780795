package io.amoeba.experiments.cassandra;

import io.amoeba.containers.stack.Container;
import java.util.List;

/**
 * Follows what a container uses, from within, so that no more than a few short commands disturb
 * what is measured. Immutable.
 */
public record UsageLog(Container container) {
  /** Between two looks. */
  private static final int PERIOD_SECONDS = 2;

  private static final String FILE = "/tmp/usage";

  /** Begins to follow a container that runs, to its end. */
  public static UsageLog begin(Container container) {
    container.execInBackground(
        "sh",
        "-c",
        "while true; do %s; sleep %d; done >%s"
            .formatted(ContainerUsage.COMMAND, PERIOD_SECONDS, FILE));
    return new UsageLog(container);
  }

  /** All so far. */
  public List<ContainerUsage> all() {
    return ContainerUsage.parse(container.exec("cat", FILE));
  }
}
