package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.changes.parallelism.JobControl;
import io.amoeba.coordinator.changes.parallelism.JobSight;
import io.amoeba.coordinator.changes.parallelism.JobSight.Standing;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings.Program;
import io.amoeba.coordinator.changes.parallelism.StopSight;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Stops, starts and rescales jobs by Flink's REST interface, 1.20 … 2.x. Confined to one thread,
 * but for {@link #close}.
 */
public final class FlinkJobControl implements JobControl {

  private static final Duration CHANGE = Duration.ofSeconds(30);
  private static final int SHOWN = 300;
  private static final Pattern PLAIN_WORD =
      Pattern.compile("[A-Za-z0-9_./:=@%+,][A-Za-z0-9_./:=@%+,-]*");

  private final FlinkRest rest;
  private final Optional<JobProgram> program;
  private final Leadership leadership;

  /**
   * One that connects when it is asked.
   *
   * @param program empty: no job is started
   */
  public FlinkJobControl(FlinkSettings settings, Optional<Program> program, Leadership leadership) {
    this.rest = new FlinkRest(settings);
    this.program = program.map(known -> new JobProgram(rest, known, leadership));
    this.leadership = leadership;
  }

  @Override
  public JobSight look(String job) {
    try {
      String path = "/jobs/" + job;
      List<JsonNode> answers = rest.getAll(List.of(path, path + "/status"));
      JsonNode details = answers.get(0);
      // Details come from a cache, which may still show a job that is being canceled as running.
      Standing standing = standing(answers.get(1).path("status").asText());
      boolean running = details.path("state").asText().equals("RUNNING");
      boolean begun = details.path("timestamps").path("RESTARTING").asLong() > 0;
      int parallelism = 0;
      for (JsonNode vertex : details.path("vertices")) {
        JsonNode tasks = vertex.path("tasks");
        int own = vertex.path("parallelism").asInt();
        running &= tasks.path("RUNNING").asInt() + tasks.path("FINISHED").asInt() == own;
        begun |= vertex.path("start-time").asLong(-1) > 0;
        parallelism = Math.max(parallelism, own);
      }
      String failure = standing == Standing.FAILED ? failure(job) : "";
      return new JobSight(standing, running, begun, parallelism, failure);
    } catch (NotFoundException e) {
      return JobSight.NONE;
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private static Standing standing(String state) {
    return switch (state) {
      case "FINISHED" -> Standing.FINISHED;
      case "CANCELED" -> Standing.CANCELED;
      case "FAILED" -> Standing.FAILED;
      case "CANCELLING", "FAILING" -> Standing.ENDING;
      default -> Standing.ALIVE;
    };
  }

  private String failure(String job) throws IOException {
    JsonNode entries =
        rest.get("/jobs/" + job + "/exceptions").path("exceptionHistory").path("entries");
    return Causes.innermost(entries.path(0).path("stacktrace").asText(), SHOWN);
  }

  @Override
  public List<String> alive(String name) {
    try {
      List<String> alive = new ArrayList<>();
      for (JsonNode job : rest.get("/jobs/overview").path("jobs")) {
        if (job.path("name").asText().equals(name)
            && standing(job.path("state").asText()).isOpen()) {
          alive.add(job.path("jid").asText());
        }
      }
      return alive;
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  @Override
  public void check(int parallelism) {
    change(() -> program().check(parallelism));
  }

  @Override
  public void stop(String job, String trigger) {
    ObjectNode body = FlinkRest.object();
    body.put("targetDirectory", savepointFolder(trigger));
    body.put("drain", false);
    body.put("formatType", "CANONICAL");
    body.put("triggerId", trigger);
    change(
        () -> {
          send("POST", "/jobs/" + job + "/stop", body);
        });
  }

  @Override
  public StopSight stopped(String job, String trigger) {
    try {
      JsonNode answer = rest.get("/jobs/" + job + "/savepoints/" + trigger);
      if (!answer.path("status").path("id").asText().equals("COMPLETED")) {
        return new StopSight.UnderWay();
      }
      JsonNode operation = answer.path("operation");
      return operation.hasNonNull("location")
          ? new StopSight.Stopped(operation.path("location").asText())
          : new StopSight.Failed(
              Causes.innermost(
                  operation.path("failure-cause").path("stack-trace").asText(), SHOWN));
    } catch (NotFoundException e) {
      return new StopSight.Unknown();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  @Override
  public Optional<String> savepoint(String job, String trigger) {
    return checkpoints(job).flatMap(told -> Checkpoints.savepoint(told, trigger));
  }

  @Override
  public Optional<String> newest(String job) {
    return checkpoints(job).flatMap(Checkpoints::newest);
  }

  private Optional<JsonNode> checkpoints(String job) {
    try {
      return Optional.of(rest.get("/jobs/" + job + "/checkpoints"));
    } catch (NotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /** Each stop has a folder of its own, which tells its savepoint from others. */
  @Override
  public String savepointFolder(String trigger) {
    String folder = program().program().savepoints();
    return folder + (folder.endsWith("/") ? "" : "/") + "amoeba-" + trigger;
  }

  @Override
  public void start(String job, int parallelism, String savepoint) {
    change(() -> program().start(job, parallelism, savepoint));
  }

  @Override
  public void cancel(String job) {
    change(
        () -> {
          send("PATCH", "/jobs/" + job, FlinkRest.object());
        });
  }

  @Override
  public List<String> operators(String job, int parallelism) {
    try {
      requireCheckpoints(job);
      List<String> operators = new ArrayList<>();
      JsonNode requirements = rest.get("/jobs/" + job + "/resource-requirements");
      for (Map.Entry<String, JsonNode> vertex : requirements.properties()) {
        if (vertex.getValue().at("/parallelism/upperBound").asInt() == parallelism) {
          operators.add(vertex.getKey());
        }
      }
      return operators;
    } catch (NotFoundException | RefusedException e) {
      throw new Refused(
          "%s; only Flink's adaptive scheduler changes the parallelism in place"
              .formatted(e.getMessage()));
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private void requireCheckpoints(String job) throws IOException {
    try {
      var unused = rest.get("/jobs/" + job + "/checkpoints/config");
    } catch (NotFoundException e) {
      throw new Refused("the job takes no checkpoints, so that it would start without state");
    }
  }

  @Override
  public void require(String job, List<String> operators, int parallelism) {
    String path = "/jobs/" + job + "/resource-requirements";
    change(
        () -> {
          ObjectNode requirements = (ObjectNode) rest.get(path);
          for (String operator : operators) {
            if (requirements.path(operator).path("parallelism") instanceof ObjectNode bounds) {
              bounds.put("upperBound", parallelism);
              bounds.put("lowerBound", Math.min(bounds.path("lowerBound").asInt(1), parallelism));
            }
          }
          send("PUT", path, requirements);
        });
  }

  @Override
  public String startByHand(int parallelism, String savepoint) {
    Program known = program().program();
    StringBuilder command = new StringBuilder("flink run -d -p ").append(parallelism);
    command.append(" -s ").append(word(savepoint));
    known.entryClass().ifPresent(name -> command.append(" -c ").append(word(name)));
    command.append(' ').append(word(known.jar().toString()));
    if (!known.arguments().isEmpty() || !known.configuration().isEmpty()) {
      // They may hold secrets.
      command.append(" and plans.rescale's arguments and configuration");
    }
    return command.toString();
  }

  /** As a shell reads it: people paste the command. */
  static String word(String text) {
    return PLAIN_WORD.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private JobProgram program() {
    return program.orElseThrow(
        () ->
            new Refused(
                "no program is known: set plans.rescale.method to savepoint, and plans.rescale.jar"));
  }

  private interface Change {
    void make() throws IOException;
  }

  /** Flink ends no former leader's connections: whether this one leads is looked up just before. */
  private void send(String method, String path, ObjectNode body) throws IOException {
    leadership.confirm();
    var unused = rest.send(method, path, body, CHANGE);
  }

  private void change(Change change) {
    leadership.require();
    try {
      change.make();
    } catch (NotFoundException e) {
      throw new Refused(String.valueOf(e.getMessage()));
    } catch (RefusedException e) {
      throw new Refused(e.why());
    } catch (IOException e) {
      throw unreachable(e);
    }
    leadership.confirm();
  }

  private static Unreachable unreachable(IOException e) {
    return new Unreachable("Flink does not answer: " + e.getMessage());
  }

  @Override
  public void close() {
    // The HTTP client ends its threads when it is no longer referenced.
  }
}
