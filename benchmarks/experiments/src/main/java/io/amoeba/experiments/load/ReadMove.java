package io.amoeba.experiments.load;

import io.amoeba.experiments.JsonLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * From when on all reads go to another node; updates stay where they are. Immutable.
 *
 * @param to the node's name or address
 * @param after the begin of the traffic; null: not by time
 * @param file whose creation is the moment; null: not by a file
 */
public record ReadMove(String to, @Nullable Duration after, @Nullable Path file) {
  /** Whether the moment has come. */
  boolean isDue(Duration sinceBegin) {
    return (after != null && sinceBegin.compareTo(after) >= 0)
        || (file != null && Files.exists(file));
  }

  /**
   * Reads go to another node from now on. Immutable.
   *
   * @param atSeconds since 1970
   */
  public record Done(double atSeconds) {
    /** How traffic prints them. */
    public static final JsonLines<Done> LINES = new JsonLines<>("moved", Done.class);
  }
}
