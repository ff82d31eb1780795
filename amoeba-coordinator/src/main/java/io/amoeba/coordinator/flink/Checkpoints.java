package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** What matters of what Flink tells of a job's checkpoints. Stateless. */
final class Checkpoints {

  private static final String LATEST = "/latest/completed";
  private static final String LATEST_SAVEPOINT = "/latest/savepoint";

  private Checkpoints() {}

  /** The savepoint with this in its path, unless a checkpoint was completed after it. */
  static Optional<String> savepoint(JsonNode told, String inPath) {
    for (JsonNode checkpoint : told.path("history")) {
      if (checkpoint.path("is_savepoint").asBoolean()
          && checkpoint.path("status").asText().equals("COMPLETED")
          && path(checkpoint).contains(inPath)
          && id(checkpoint) > id(told.at(LATEST))) {
        return Optional.of(path(checkpoint));
      }
    }
    return Optional.empty();
  }

  /** The newest checkpoint or savepoint that is kept. */
  static Optional<String> newest(JsonNode told) {
    return Stream.of(told.at(LATEST), told.at(LATEST_SAVEPOINT))
        .filter(Checkpoints::isKept)
        .max(Comparator.comparingLong(Checkpoints::id))
        .map(Checkpoints::path);
  }

  /** Some have no path: {@code <checkpoint-not-externally-addressable>}. */
  private static boolean isKept(JsonNode checkpoint) {
    String path = path(checkpoint);
    return !path.isEmpty() && !path.startsWith("<") && !checkpoint.path("discarded").asBoolean();
  }

  private static String path(JsonNode checkpoint) {
    return checkpoint.path("external_path").asText("");
  }

  private static long id(JsonNode checkpoint) {
    return checkpoint.path("id").asLong(-1);
  }
}
