package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A folder with a JSON file for each completed experiment. A file is either whole or absent.
 * Confined to one thread.
 */
final class ResultFolder {
  private static final ObjectMapper MAPPER = new JsonMapper();

  private final Path folder;

  ResultFolder(Path folder) {
    this.folder = folder;
  }

  Path path() {
    return folder;
  }

  /** Its last name, such as {@code 2026-11-28-beede261}. */
  String label() {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }

  Path page(PlannedExperiment experiment) {
    return folder.resolve(experiment.name() + ".html");
  }

  private Path file(PlannedExperiment experiment) {
    return folder.resolve(experiment.name() + ".json");
  }

  /**
   * The results by experiment, in the order of the plan.
   *
   * @throws IOException if a file cannot be read or is not a result
   */
  Map<String, ExperimentResult> results(Papers papers) throws IOException {
    Map<String, ExperimentResult> results = new LinkedHashMap<>();
    for (PlannedExperiment experiment : papers.experiments()) {
      ExperimentResult result = result(experiment);
      if (result != null) {
        results.put(experiment.name(), result);
      }
    }
    return results;
  }

  private @Nullable ExperimentResult result(PlannedExperiment experiment) throws IOException {
    Path file = file(experiment);
    try {
      return MAPPER.readValue(file.toFile(), ExperimentResult.class);
    } catch (FileNotFoundException e) {
      return null;
    } catch (IOException e) {
      throw new IOException(
          "%s is not a result of bench all (%s): remove the file".formatted(file, e.getMessage()),
          e);
    }
  }

  /** Replaces an earlier result. */
  void keep(PlannedExperiment experiment, ExperimentResult result) throws IOException {
    Path next = folder.resolve(experiment.name() + ".next");
    Files.writeString(next, MAPPER.writeValueAsString(result) + "\n");
    Files.move(next, file(experiment), StandardCopyOption.ATOMIC_MOVE);
  }
}
