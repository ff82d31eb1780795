package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.changes.parallelism.JobControl.Refused;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings.Program;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The job's program, which Flink gets anew for each start. Confined to one thread. */
final class JobProgram {

  private static final Logger LOG = LoggerFactory.getLogger(JobProgram.class);

  /** Stands for the parallelism in arguments. */
  private static final String PARALLELISM = "{parallelism}";

  /** The program's main method is run before Flink answers. */
  private static final Duration RUN = Duration.ofSeconds(60);

  private static final Duration UPLOAD = Duration.ofMinutes(5);
  private static final Duration REMOVAL = Duration.ofSeconds(10);

  private final FlinkRest rest;
  private final Program program;
  private final Leadership leadership;

  JobProgram(FlinkRest rest, Program program, Leadership leadership) {
    this.rest = rest;
    this.program = program;
    this.leadership = leadership;
  }

  Program program() {
    return program;
  }

  /** Lets Flink make the job's graph, without starting it. */
  void check(int parallelism) throws IOException {
    withJar(
        jar -> {
          var unused = rest.send("POST", "/jars/" + jar + "/plan", body(parallelism), RUN);
        });
  }

  void start(String job, int parallelism, String savepoint) throws IOException {
    ObjectNode body = body(parallelism);
    body.put("jobId", job).put("savepointPath", savepoint).put("allowNonRestoredState", false);
    withJar(
        jar -> {
          leadership.confirm(); // the upload may have taken minutes
          var unused = rest.send("POST", "/jars/" + jar + "/run", body, RUN);
        });
  }

  private ObjectNode body(int parallelism) {
    ObjectNode body = FlinkRest.object();
    program.entryClass().ifPresent(name -> body.put("entryClass", name));
    ArrayNode arguments = body.putArray("programArgsList");
    for (String argument : program.arguments()) {
      arguments.add(argument.replace(PARALLELISM, Integer.toString(parallelism)));
    }
    body.put("parallelism", parallelism);
    ObjectNode configuration = body.putObject("flinkConfiguration");
    program.configuration().forEach(configuration::put);
    return body;
  }

  private interface JarUse {
    void with(String jar) throws IOException;
  }

  private void withJar(JarUse use) throws IOException {
    if (!Files.isReadable(program.jar())) {
      throw new Refused(
          "there is no readable file %s (plans.rescale.jar)".formatted(program.jar()));
    }
    String stored = rest.upload("/jars/upload", program.jar(), UPLOAD).path("filename").asText();
    String jar = stored.substring(stored.lastIndexOf('/') + 1);
    try {
      use.with(jar);
    } finally {
      remove(jar);
    }
  }

  private void remove(String jar) {
    try {
      var unused = rest.send("DELETE", "/jars/" + jar, FlinkRest.object(), REMOVAL);
    } catch (IOException e) {
      LOG.warn("Flink keeps {} of its own: {}", jar, e.getMessage());
    }
  }
}
