package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.run.FleetOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the options about servers into checked ones. Confined to one thread. */
final class FleetReader {
  private static final Duration RATING_CHECKPOINTS = Duration.ofMinutes(1);
  private static final int RATING_REDIS_BATCH = 256;
  private static final int LARGEST_REDIS_BATCH = 4_096;
  private static final int MOST_NODES = 32;
  private static final int MOST_TASK_SLOTS = 16;
  private static final int LARGEST_PORT = 65_535;

  private static final String STORE = "store";

  private final RunArguments given;
  private final OptionTexts texts;

  FleetReader(RunArguments given, OptionTexts texts) {
    this.given = given;
    this.texts = texts;
  }

  /** Servers of a run. */
  FleetOptions forRun() {
    return new FleetOptions(
        number("--nodes", given.nodes, 3, 1, MOST_NODES),
        taskSlots(),
        layout(),
        httpPort(),
        new FleetOptions.JobSettings(
            given.immediate ? "immediate" : "ordered",
            given.keyed,
            number("--redis-batch", given.redisBatch, 64, 1, LARGEST_REDIS_BATCH),
            bufferTimeout(),
            checkpoints(Duration.ofSeconds(1)),
            true,
            !given.noOrderProbe),
        0,
        given.keep,
        temporaryFolder());
  }

  /** Servers of a search for the L-rating. */
  FleetOptions forRating() {
    return new FleetOptions(
        number("--nodes", given.nodes, 1, 1, MOST_NODES),
        taskSlots(),
        FleetOptions.Layout.TOGETHER,
        httpPort(),
        new FleetOptions.JobSettings(
            "ordered",
            false,
            number("--redis-batch", given.redisBatch, RATING_REDIS_BATCH, 1, LARGEST_REDIS_BATCH),
            bufferTimeout(),
            checkpoints(RATING_CHECKPOINTS),
            false,
            false),
        0,
        given.keep,
        temporaryFolder());
  }

  private FleetOptions.Layout layout() {
    if (given.addNodeTo != null && !List.of("job", STORE).contains(given.addNodeTo)) {
      texts.problem("--add-node-to is '%s': use job or store".formatted(given.addNodeTo));
    }
    if (given.addNodeAfter != null) {
      return STORE.equals(given.addNodeTo)
          ? FleetOptions.Layout.NODE_ADDED_TO_STORE
          : FleetOptions.Layout.NODE_ADDED;
    }
    return given.redisApart ? FleetOptions.Layout.REDIS_APART : FleetOptions.Layout.TOGETHER;
  }

  private Duration bufferTimeout() {
    return texts.duration(
        "--buffer-timeout",
        given.bufferTimeout,
        Duration.ofMillis(5),
        Duration.ZERO,
        Duration.ofSeconds(10));
  }

  private Duration checkpoints(Duration absent) {
    return texts.duration(
        "--checkpoint-interval",
        given.checkpointInterval,
        absent,
        Duration.ofMillis(100),
        Duration.ofHours(1));
  }

  private int taskSlots() {
    return number("--task-slots", given.taskSlots, 1, 1, MOST_TASK_SLOTS);
  }

  private int httpPort() {
    return number("--http-port", given.httpPort, 0, 0, LARGEST_PORT);
  }

  private int number(String option, @Nullable String text, int absent, int least, int greatest) {
    return texts.number(option, text, absent, least, greatest);
  }

  private static Path temporaryFolder() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }
}
