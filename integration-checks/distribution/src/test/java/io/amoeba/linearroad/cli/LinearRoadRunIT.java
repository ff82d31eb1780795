package io.amoeba.linearroad.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user has it, on real servers. */
class LinearRoadRunIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String TEMPORARY = "java.io.tmpdir";

  private final String temporaryBefore = System.getProperty(TEMPORARY);

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void runBelowTheTestFolder() throws IOException {
    System.setProperty(TEMPORARY, Files.createDirectory(folder.resolve("tmp")).toString());
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    System.setProperty(TEMPORARY, temporaryBefore);
    assertThat(runFolders()).isEmpty();
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }

  private List<Path> runFolders() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
      return files.filter(f -> f.getFileName().toString().startsWith("amoeba-run-")).toList();
    }
  }

  @Test
  void shortRunIsAlignedAndEveryAnswerIsRight() throws IOException {
    Path json = folder.resolve("run.json");
    Path report = folder.resolve("run.html");

    CommandRun run =
        CommandRun.of(
            "--nodes",
            "2",
            "--duration",
            "40s",
            "--align-after",
            "40%",
            "--realign-every",
            "1s",
            "--speed",
            "4",
            "--seed",
            "17",
            "--json",
            json.toString(),
            "--report",
            report.toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode figures = JSON.readTree(json.toFile());
    assertThat(figures.path("nodes").asInt()).isEqualTo(2);
    assertThat(figures.path("before").path("localHitRate").asDouble()).isBetween(0.2, 0.8);
    assertThat(figures.path("after").path("localHitRate").asDouble()).isGreaterThan(0.99);
    assertThat(figures.path("keyReorderings").asLong(-1)).isZero();
    assertThat(figures.path("validation").path("checked").asLong()).isGreaterThan(1_000);
    assertNothingIsLost(figures);
    assertThat(figures.path("mapSwitches").asLong()).isPositive();
    assertThat(report).isNotEmptyFile();
  }

  @Test
  @Tag("long")
  void freshReplicasAnswerQueriesAboutThePastAndEveryAnswerIsRight() throws IOException {
    Path json = folder.resolve("run.json");

    CommandRun run =
        CommandRun.of(
            "--nodes",
            "2",
            "--replicas",
            "1",
            "--fresh-reads",
            "1s",
            "--replicas-first",
            "--duration",
            "40s",
            "--align-after",
            "40%",
            "--speed",
            "4",
            "--seed",
            "43",
            "--json",
            json.toString(),
            "--report",
            folder.resolve("run.html").toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode figures = JSON.readTree(json.toFile());
    assertThat(figures.path("replicas").asInt()).isEqualTo(1);
    assertThat(figures.path("freshReads").path("replicaAnswers").asLong()).isGreaterThan(100);
    assertThat(figures.path("after").path("localHitRate").asDouble()).isGreaterThan(0.99);
    assertThat(figures.path("validation").path("checked").asLong()).isGreaterThan(1_000);
    assertNothingIsLost(figures);
  }

  @Test
  @Tag("long")
  void alternatingPlacementsAreMeasuredInTurn() throws IOException {
    Path json = folder.resolve("run.json");
    Path report = folder.resolve("run.html");

    CommandRun run =
        CommandRun.of(
            "--nodes",
            "2",
            "--duration",
            "90s",
            "--align-after",
            "20%",
            "--alternate",
            "12s",
            "--traffic",
            "specification",
            "--expressways",
            "4",
            "--vehicles",
            "10000",
            "--seed",
            "29",
            "--json",
            json.toString(),
            "--report",
            report.toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode figures = JSON.readTree(json.toFile());
    assertThat(figures.path("validation").path("mismatches").asLong(-1)).isZero();
    assertThat(figures.path("keyReorderings").asLong(-1)).isZero();
    assertThat(figures.path("recordsLostOrDuplicated").asLong(-1)).isZero();
    JsonNode alternation = figures.path("alternation");
    assertThat(alternation.path("pairs").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(alternation.path("throughputRatio").asDouble()).isPositive();
    assertThat(alternation.path("localHitRateHash").asDouble()).isBetween(0.3, 0.7);
    assertThat(alternation.path("localHitRateAligned").asDouble()).isGreaterThan(0.99);
    for (JsonNode phase : figures.path("phases")) {
      JsonNode localHitRate = phase.path("localHitRate");
      boolean aligned = phase.path("placement").asText().equals("aligned");
      if (!localHitRate.isNull()) { // a busy machine may have no two fresh samples of a phase
        assertThat(localHitRate.asDouble())
            .as(phase.toString())
            .isBetween(aligned ? 0.99 : 0.3, aligned ? 1 : 0.7);
      }
      assertThat(phase.path("seconds").asDouble()).isGreaterThanOrEqualTo(1.5);
    }
    assertThat(report).isNotEmptyFile();
  }

  @Test
  @Tag("long")
  void primariesOnOtherNodesMigrateBeforeTheAlignment() throws IOException {
    Path json = folder.resolve("run.json");

    CommandRun run =
        CommandRun.of(
            "--nodes",
            "2",
            "--redis-apart",
            "--duration",
            "60s",
            "--seed",
            "31",
            "--json",
            json.toString(),
            "--report",
            folder.resolve("run.html").toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode figures = JSON.readTree(json.toFile());
    assertThat(figures.path("before").path("localHitRate").asDouble(1)).isZero();
    assertThat(figures.path("after").path("localHitRate").asDouble()).isGreaterThan(0.99);
    assertStoreFollowsAndNothingIsLost(figures);
  }

  @Test
  @Tag("long")
  void storeFollowsTheKeyedStreamAndThenEveryOperatorIsLocal() throws IOException {
    Path json = folder.resolve("run.json");

    CommandRun run =
        CommandRun.of(
            // Redis 7.0.13 to 7.2.3 move no hash slots between two primaries alone.
            "--nodes",
            "3",
            "--keyed",
            "--duration",
            "60s",
            "--seed",
            "41",
            "--json",
            json.toString(),
            "--report",
            folder.resolve("run.html").toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode figures = JSON.readTree(json.toFile());
    assertThat(figures.path("before").path("localHitRate").asDouble()).isBetween(0.2, 0.8);
    assertThat(figures.path("after").path("localHitRate").asDouble()).isGreaterThan(0.99);
    JsonNode operators = figures.path("localHitRateByOperator");
    assertThat(operators.fieldNames()).toIterable().contains("Toll", "SegStats", "AccountUpdate");
    for (JsonNode operator : operators) {
      assertThat(operator.path("after").asDouble()).as(operators.toString()).isGreaterThan(0.99);
    }
    assertStoreFollowsAndNothingIsLost(figures);
  }

  @Test
  @Tag("long")
  void nodeAddedToTheJobIsUsedByStoreAndRouting() throws IOException {
    assertNodeIsUsed("job", "37");
  }

  @Test
  @Tag("long")
  void nodeAddedToTheStoreIsFollowedByJobAndRouting() throws IOException {
    assertNodeIsUsed("store", "38");
  }

  private void assertNodeIsUsed(String addedTo, String seed) throws IOException {
    Path json = folder.resolve("run.json");

    CommandRun run =
        CommandRun.of(
            "--nodes",
            "2",
            "--add-node-after",
            "30s",
            "--add-node-to",
            addedTo,
            "--speed",
            "1",
            "--vehicles",
            "300",
            "--checkpoint-interval",
            "5s",
            "--duration",
            "240s",
            "--seed",
            seed,
            "--json",
            json.toString(),
            "--report",
            folder.resolve("run.html").toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode figures = JSON.readTree(json.toFile());
    assertThat(figures.path("finalNodes").asInt()).isEqualTo(3);
    for (String when : List.of("before", "after")) {
      assertThat(figures.path(when).path("localHitRate").asDouble()).as(when).isGreaterThan(0.99);
    }
    assertStoreFollowsAndNothingIsLost(figures);
  }

  private static void assertStoreFollowsAndNothingIsLost(JsonNode figures) {
    assertThat(figures.path("migratedSeconds").asDouble())
        .isBetween(
            figures.path("alignBeginSeconds").asDouble(),
            figures.path("alignedSeconds").asDouble());
    assertThat(figures.path("keyReorderings").asLong(-1)).isZero();
    assertNothingIsLost(figures);
  }

  private static void assertNothingIsLost(JsonNode figures) {
    assertThat(figures.path("recordsLostOrDuplicated").asLong(-1)).isZero();
    assertThat(figures.path("validation").path("mismatches").asLong(-1)).isZero();
  }

  @Test
  @Tag("long")
  void killedTaskManagerAndCoordinatorChangeNoAnswer() throws IOException {
    Path json = folder.resolve("run.json");

    CommandRun run =
        CommandRun.of(
            "--nodes",
            "2",
            "--duration",
            "75s",
            "--align-after",
            "55%",
            "--seed",
            "23",
            "--kill",
            "task-manager:2@20%,coordinator@80%",
            "--json",
            json.toString(),
            "--report",
            folder.resolve("run.html").toString());

    assertThat(run.exitCode()).as(run.toString()).isZero();
    JsonNode figures = JSON.readTree(json.toFile());
    assertThat(figures.path("validation").path("mismatches").asLong(-1)).isZero();
    assertThat(figures.path("after").path("localHitRate").asDouble()).isGreaterThan(0.99);
  }

  @Test
  void answersToAFileEqualTheReference() {
    GeneratedFiles files = GeneratedFiles.in(folder, "200s", "5");
    String answers = folder.resolve("answers").toString();

    CommandRun run = files.run("--nodes", "2", "--output", answers);

    assertThat(run.exitCode()).as(run.toString()).isZero();
    CommandRun validated = files.validate("--answers", answers);
    assertThat(validated.exitCode()).as(validated.toString()).isZero();
  }

  @Test
  void takenPortIsReportedBeforeAnythingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandRun run = CommandRun.of("--http-port", Integer.toString(taken.getLocalPort()));

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("Port " + taken.getLocalPort(), "is taken");
      assertThat(run.out()).doesNotContain("Redis");
    }
  }
}
