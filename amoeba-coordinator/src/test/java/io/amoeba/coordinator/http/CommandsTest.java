package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.Upkeeps;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The commands that ask a running coordinator. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class CommandsTest {

  @TempDir Path folder = Path.of("");
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();
  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture = new Fixture(Fixture.open());
    fixture.report(3, 0, 0);
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.board.review(
        Mode.PROPOSE, fixture.look(3, Instant.now(), new OperatorRates(61_234, 1, 3), 0.25));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void statusSaysWhatWaitsAndWhatToDo() {
    assertThat(run("status")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("Mode:      propose")
        .contains("Job:       LinearRoad, running")
        .contains("3 nodes, 3 primaries, 3 task managers report")
        .contains("Toll      3         25.0 %  61,234")
        .contains("plan-1 is proposed: 10828 hash slots move, local-hit rate 25.0 % -> 100.0 %")
        .contains("amoeba approve plan-1");
  }

  @Test
  void plansAreATableAndExplainedOneByOne() {
    assertThat(run("plans")).isEqualTo(ExitCode.OK);
    assertThat(out.toString().lines().toList()).hasSize(2);
    assertThat(out.toString()).startsWith("PLAN    STATE     MADE");

    assertThat(run("explain", "plan-1")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("plan-1 is proposed; created by coordinator")
        .contains("10828 hash slots change owner, 0 keys move")
        .contains("local-hit rate 25.0 % -> 100.0 % (measured)")
        .contains("Dry run:   state of both systems at ")
        .contains("hash slots on the node of their subtask of Toll: 33.")
        .contains("  seen   met      job and store are seen for certain, as topology ")
        .contains(
            "  rise   met      the local-hit rate rises by 75.00 %, and plans.minLocalityGain is 0.00 %")
        .contains("waits for approval: the mode is propose");
  }

  @Test
  void upkeepHasARowForEachWorkOfEachServer() {
    fixture.upkeep = Optional.of(Upkeeps.saving());
    fixture.replicas =
        new Replicas(
            List.of(
                replica("10.0.0.8", Optional.of(Upkeeps.resting())),
                replica("::1", Optional.of(Upkeeps.failed())),
                replica("10.0.0.9", Optional.empty())),
            OptionalDouble.empty());
    fixture.look(1, Instant.now(), new OperatorRates(61_234, 1, 3), 0.25);

    assertThat(run("upkeep")).isEqualTo(ExitCode.OK);

    List<String> rows = out.toString().lines().map(row -> row.replaceAll(" +", " ")).toList();
    assertThat(rows).hasSize(5);
    assertThat(rows.get(0)).isEqualTo("SERVER ROLE NOW STALL WORK LAST TOOK RESULT NEXT BY");
    assertThat(rows.get(1))
        .startsWith("127.0.1.1:7000 primary save 25.0 % 43.2 ms save 2026-11-")
        .endsWith(" 12 s ok - it runs now, and the next one counts from its end");
    assertThat(rows.get(2))
        .startsWith(" 10.0.0.8:6379 replica - 43.2 ms save 2026-11-")
        .contains(" 12 s ok 2026-11-")
        .endsWith(" save 300 100");
    assertThat(rows.get(3)).isEqualTo(" 10.0.0.9:6379 replica no answer");
    assertThat(rows.get(4)).startsWith(" [::1]:6379 replica ").contains(" failed ");
  }

  private static Replica replica(String host, Optional<ServerUpkeep> upkeep) {
    return new Replica(host, host, 6379, OptionalLong.of(1), OptionalLong.of(0), upkeep);
  }

  @Test
  void upkeepOfACoordinatorThatHasSeenNothingSaysSo() throws Exception {
    try (Fixture blind = new Fixture(Fixture.open())) {
      assertThat(execute("upkeep", "--url", blind.server.address())).isEqualTo(ExitCode.OK);
    }
    assertThat(out.toString()).startsWith("No server is known yet");
  }

  @Test
  void aPlanForSeveralOperatorsIsExplainedByItsOperators() {
    run("reject", "plan-1");
    fixture.board.review(Mode.PROPOSE, PlansApiTest.sixOperators());

    assertThat(run("status")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("plan-2 is proposed: 10857 hash slots move in 6 operators, local-hit rate")
        .doesNotContain("65142");

    assertThat(run("explain", "plan-2")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("10857 hash slots change owner in 6 operators, 0 keys move")
        .contains(
            "  Expenditure, 2 subtasks: 10,857 hash slots change owner, aligned 25.0 % -> 100.0 %")
        .doesNotContain("65142");
  }

  @Test
  void aPlanOfMovesIsExplainedByItsPrimaries() {
    run("reject", "plan-1");
    fixture.board.review(Mode.PROPOSE, PlansApiTest.moves());

    assertThat(run("explain", "plan-2")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("7 hash slots move to another primary; their number of keys is not known")
        .contains("of Statistics: 50.0 % -> 100.0 %")
        .contains("  7 hash slots from host-a:7000 to host-b:7000")
        .contains("0 of 7 hash slots have moved, with 0 keys");
  }

  @Test
  void aPlanOfMigrationsIsExplainedByItsPrimariesAndNodes() {
    run("reject", "plan-1");
    fixture.board.review(Mode.PROPOSE, PlansApiTest.migrations());

    assertThat(run("explain", "plan-2")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("2 primaries with 20 hash slots and 14 keys move to other servers")
        .contains("of Toll: 25.0 % -> 100.0 % after routing")
        .contains("  primary a:1 on storage-a to s:1 on node-s: 10 hash slots")
        .contains("former primaries stay as replicas")
        .contains("0 of 2 primaries have migrated");

    assertThat(run("status")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("plan-2 is proposed: 2 primaries with 20 hash slots migrate, local-hit rate");
  }

  @Test
  void plansAreApprovedAndAborted() {
    assertThat(run("approve", "plan-1", "--note", "go \"now\"")).isEqualTo(ExitCode.OK);
    assertThat(out).hasToString("plan-1 is approved." + System.lineSeparator());
    assertThat(fixture.board.book().newestFirst().get(0).last().note()).isEqualTo("go \"now\"");

    assertThat(run("abort", "plan-1")).isEqualTo(ExitCode.OK);

    assertThat(state()).isEqualTo(PlanState.ABORTED);
  }

  @Test
  void plansAreRejectedAndAskedForAgain() {
    assertThat(run("reject", "plan-1")).isEqualTo(ExitCode.OK);
    assertThat(state()).isEqualTo(PlanState.REJECTED);
    assertThat(run("reject", "plan-1")).isEqualTo(ExitCode.FAILURE);
    assertThat(err.toString()).contains("plan-1 is rejected").doesNotContain("Exception");

    assertThat(run("plans", "--again")).isEqualTo(ExitCode.OK);
  }

  @Test
  void plansArePausedAndResumed() {
    assertThat(run("pause")).isEqualTo(ExitCode.OK);
    assertThat(run("status")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("propose, paused by anybody since 20");
    assertThat(run("resume")).isEqualTo(ExitCode.OK);
    assertThat(run("resume")).isEqualTo(ExitCode.FAILURE);
    assertThat(err.toString()).contains("plans are not paused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "plans", "explain plan-1", "approve plan-1", "pause"})
  void machinesGetOneJsonDocument(String command) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.add("--json");

    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(ExitCode.OK);

    assertThat(new ObjectMapper().readTree(out.toString()).isObject()).isTrue();
  }

  @Test
  void aTokenIsAskedForAndReadFromAFile() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
    stop();
    fixture =
        new Fixture(
            Fixture.on(0, List.of(Fixture.token("eve", "s3cret", Role.VIEWER)), Optional.empty()));

    assertThat(run("status")).isEqualTo(ExitCode.FAILURE);
    assertThat(err.toString()).contains("requires a token").contains("--token-file");
    assertThat(run("status", "--token-file", token.toString())).isEqualTo(ExitCode.OK);
    assertThat(run("pause", "--token-file", token.toString())).isEqualTo(ExitCode.FAILURE);
    assertThat(err.toString()).contains("the token of eve lacks the role operator");
    assertThat(run("status", "--token-file", folder.resolve("none").toString()))
        .isEqualTo(ExitCode.FAILURE);
    assertThat(err.toString()).contains("cannot be read");
  }

  @Test
  void aCoordinatorThatIsNotThereIsNamed() {
    String gone = fixture.server.address();
    stop();

    assertThat(execute("status", "--url", gone)).isEqualTo(ExitCode.FAILURE);

    assertThat(err.toString())
        .contains("no coordinator answers at " + gone)
        .contains("--url")
        .doesNotContain("\tat ");
  }

  @Test
  void aPlanThatStartsServersIsExplainedByItsServers() {
    fixture.board.review(Mode.PROPOSE, PlansApiTest.starts());

    assertThat(run("explain", "plan-2")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("2 Redis servers are started; no data move yet")
        .contains("  start host-d:7000 on d")
        .contains("of Toll: 75.0 % -> 100.0 % after routing");
  }

  @Test
  void aPlanThatRescalesTheJobIsExplained() {
    fixture.board.review(Mode.PROPOSE, PlansApiTest.rescale());

    assertThat(run("explain", "plan-2")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("the job is interrupted once")
        .contains("'Tolls' (job) from 2 to 3 subtasks by savepoint, with task slots on d")
        .contains("of Toll: 50.0 % -> 100.0 % after routing");
  }

  @Test
  void ofSeveralCoordinatorsTheOneThatLeadsIsAsked() {
    LeaseSight sight = new LeaseSight(false, 7, "http://b:7070/", "");
    try (HttpServer standby = HttpServer.standby(Fixture.open(), () -> sight);
        HttpServer gone = HttpServer.standby(Fixture.open(), () -> sight)) {
      standby.start();
      gone.start();
      String ended = gone.address();
      String others = ended + "," + standby.address();
      gone.close();

      String all = others + "," + fixture.server.address();
      assertThat(execute("approve", "plan-1", "--url", all)).isEqualTo(ExitCode.OK);
      assertThat(execute("reject", "plan-1", "--url", all)).isEqualTo(ExitCode.FAILURE);
      assertThat(err.toString()).contains("approved").doesNotContain("stands by");
      assertThat(execute("status", "--url", others)).isEqualTo(ExitCode.FAILURE);
      assertThat(err.toString())
          .contains("no coordinator answers at " + ended)
          .contains("this coordinator stands by: http://b:7070/ leads");
    }
  }

  @Test
  void anOrderThatMayHaveBeenTakenIsNotGivenToAnotherCoordinator() throws IOException {
    try (ServerSocket broken = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      new Thread(() -> endWithoutAnAnswer(broken)).start();
      String url = "http://127.0.0.1:" + broken.getLocalPort() + "," + fixture.server.address();

      assertThat(execute("pause", "--url", url)).isEqualTo(ExitCode.FAILURE);
      assertThat(fixture.board.book().pause()).isEmpty();
      assertThat(execute("status", "--url", url)).as("it only reads").isEqualTo(ExitCode.OK);
    }
  }

  /** Takes a request, and ends the connection, as a process does that is killed. */
  private static void endWithoutAnAnswer(ServerSocket server) {
    while (true) {
      try (Socket taken = server.accept()) {
        if (taken.getInputStream().read() < 0) {
          throw new IOException("no request");
        }
      } catch (IOException e) {
        return;
      }
    }
  }

  @Test
  void wrongCommandLinesEndWithTwo() {
    assertThat(run("approve")).isEqualTo(ExitCode.USAGE);
    assertThat(run("status", "plan-1")).isEqualTo(ExitCode.USAGE);
    assertThat(execute("status", "--url", "a b")).isEqualTo(ExitCode.USAGE);
    assertThat(execute("status", "--url", "ftp://x")).isEqualTo(ExitCode.FAILURE);
  }

  private PlanState state() {
    return fixture.board.book().newestFirst().get(0).state();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--url");
    all.add(fixture.server.address());
    return execute(all.toArray(String[]::new));
  }

  private int execute(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }
}
