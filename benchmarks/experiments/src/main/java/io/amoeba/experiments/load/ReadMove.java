package io.amoeba.experiments.load;

import io.amoeba.experiments.JsonLines;
import io.amoeba.experiments.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When all reads move to another node; updates stay where they are. Immutable.
 *
 * @param to the node's name or address
 * @param after the start of the traffic; null: not by time
 * @param file whose creation is the moment; null: not by a file
 */
public record ReadMove(String to, @Nullable Duration after, @Nullable Path file) {
  public static final JsonLines<Values> LINES = new JsonLines<>("moved", Values.class);

  boolean isDue(Duration sinceStart) {
    return (after != null && sinceStart.compareTo(after) >= 0)
        || (file != null && Files.exists(file));
  }
}
