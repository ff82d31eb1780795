package io.amoeba.coordinator.checks;

import static io.amoeba.coordinator.checks.RoundShard.CANDIDATE;
import static io.amoeba.coordinator.checks.RoundShard.FORMER;
import static io.amoeba.coordinator.checks.RoundShard.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.changes.leadership.LeaveServer;
import io.amoeba.coordinator.checks.JournaledOperation.End;
import io.amoeba.coordinator.checks.JournaledOperation.Report;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.embedded.redis.ServerProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rounds of a real shard under clients that know which of their writes were acknowledged: node 1
 * leads, node 4 is its replica, and a save or a rewrite takes about a second. Every build has a
 * round and an absence on one server program, and a round for each party that is killed while the
 * lead is away; the long checks have the other programs and phases.
 */
class LeadershipRoundIT {

  @TempDir private Path folder = Path.of("");

  /** In every build; the long checks have the others. */
  private static final ServerProgram USUAL = ServerProgram.INSTALLED;

  static Stream<ServerProgram> otherPrograms() {
    return ServerProgram.available().filter(program -> program != USUAL);
  }

  static Stream<Arguments> otherWorksOfPrograms() {
    return ServerProgram.available()
        .flatMap(
            program ->
                Stream.of(UpkeepKind.SAVE, UpkeepKind.REWRITE)
                    .filter(work -> program != USUAL || work != UpkeepKind.SAVE)
                    .map(work -> Arguments.of(program, work)));
  }

  @Test
  void bothServersSaveAsReplicasAndNoWriteIsLost() throws InterruptedException {
    bothServersWorkAsReplicasAndNoWriteIsLost(USUAL, UpkeepKind.SAVE);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherWorksOfPrograms")
  void bothServersWorkAsReplicasAndNoWriteIsLost(ServerProgram program, UpkeepKind work)
      throws InterruptedException {
    try (RoundShard group = group(program)) {
      long copies = group.fullCopies();
      try (AcknowledgedWrites writes = group.writes()) {
        writes.awaitMore(100);
        long begun = group.clock();

        Report report = group.operation(KeepUpServers.KIND).begin(group.round(work));

        writes.awaitMore(100);
        assertThat(report).isEqualTo(new Report(End.DONE, List.of()));
        group.awaitLeader(FORMER);
        if (work == UpkeepKind.SAVE) {
          assertThat(group.lastSave(FORMER)).isGreaterThanOrEqualTo(begun);
          assertThat(group.lastSave(CANDIDATE)).isGreaterThanOrEqualTo(begun);
        } else {
          assertThat(group.forks(FORMER)).isPositive();
          assertThat(group.forks(CANDIDATE)).isPositive();
        }
        assertThat(group.fullCopies()).isEqualTo(copies);
        writes.endAndCheck();
      }
    }
  }

  @Test
  void aServerIsRestartedWhileItsReplicaLeadsAndIsTakenBack() throws InterruptedException {
    aServerIsRestartedWhileItsReplicaLeadsAndIsTakenBack(USUAL);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherPrograms")
  void aServerIsRestartedWhileItsReplicaLeadsAndIsTakenBack(ServerProgram program)
      throws InterruptedException {
    try (RoundShard group = group(program);
        AcknowledgedWrites writes = group.writes()) {
      writes.awaitMore(100);
      JournaledOperation<?> operation = group.operation(LeaveServer.KIND);
      operation.onWrite(
          once(
              "WORKING",
              () -> {
                group.awaitLeader(CANDIDATE);
                group.server(FORMER).process().kill();
                var unused = group.store.redis().startNode(FORMER);
                operation.abort();
              }));

      Report report = operation.begin(group.absence());

      writes.awaitMore(100);
      assertThat(report.problems()).isEmpty();
      assertThat(report.end()).isEqualTo(End.UNDONE);
      group.awaitLeader(FORMER);
      writes.endAndCheck();
    }
  }

  @Test
  void aCoordinatorThatIsKilledWhileTheLeadIsAwayIsFollowedByOneThatEndsTheRound()
      throws InterruptedException {
    aCoordinatorThatIsKilledInAPhaseIsFollowedByOneThatEndsTheRound("WORKING");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"REPLICAS_WORKING", "LEADING_AWAY", "RETURNING"})
  void aCoordinatorThatIsKilledInAPhaseIsFollowedByOneThatEndsTheRound(String phase)
      throws InterruptedException {
    try (RoundShard group = group(ServerProgram.INSTALLED);
        AcknowledgedWrites writes = group.writes()) {
      writes.awaitMore(100);
      JournaledOperation<?> first = group.operation(KeepUpServers.KIND);
      first.onWrite(
          once(
              phase,
              () -> {
                throw new StoppedStore.Killed();
              }));
      assertThatThrownBy(() -> first.begin(group.round(UpkeepKind.SAVE)))
          .isInstanceOf(StoppedStore.Killed.class);

      Report report = group.operation(KeepUpServers.KIND).goOn();

      writes.awaitMore(100);
      // An order that was not given before its coordinator ended is not given later.
      assertThat(report.end())
          .as("%s", report)
          .isEqualTo(phase.equals("LEADING_AWAY") ? End.FAILED : End.DONE);
      group.awaitLeader(FORMER);
      writes.endAndCheck();
    }
  }

  @Test
  void whenTheFormerPrimaryIsKilledWhileItWorksTheNewOneLeadsOn() throws InterruptedException {
    whenTheFormerPrimaryIsKilledWhileItWorksTheNewOneLeadsOn(USUAL);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherPrograms")
  void whenTheFormerPrimaryIsKilledWhileItWorksTheNewOneLeadsOn(ServerProgram program)
      throws InterruptedException {
    try (RoundShard group = group(program);
        AcknowledgedWrites writes = group.writes()) {
      writes.awaitMore(100);
      JournaledOperation<?> operation = group.operation(KeepUpServers.KIND);
      operation.onWrite(once("WORKING", () -> group.server(FORMER).process().kill()));

      Report report = operation.begin(group.round(UpkeepKind.SAVE));

      writes.awaitMore(100);
      assertThat(report.end()).as("%s", report).isEqualTo(End.FAILED);
      assertThat(report.problems().get(0)).contains("leads on");
      group.awaitLeader(CANDIDATE);
      writes.endAndCheck();
    }
  }

  @Test
  void whenTheNewPrimaryIsKilledTheFormerOneTakesOverAndTheRoundEnds() throws InterruptedException {
    whenTheNewPrimaryIsKilledTheFormerOneTakesOverAndTheRoundEnds(USUAL);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("otherPrograms")
  void whenTheNewPrimaryIsKilledTheFormerOneTakesOverAndTheRoundEnds(ServerProgram program)
      throws InterruptedException {
    try (RoundShard group = group(program)) {
      JournaledOperation<?> operation = group.operation(KeepUpServers.KIND);
      operation.onWrite(
          once(
              "WORKING",
              () -> {
                group.awaitInSync(FORMER);
                group.server(CANDIDATE).process().kill();
              }));

      Report report = operation.begin(group.round(UpkeepKind.SAVE));

      assertThat(report.end()).as("%s", report).isEqualTo(End.FAILED);
      assertThat(report.problems().get(0)).contains("has changed the lead");
      group.awaitLeader(FORMER);
      long keys = group.store.on(FORMER, redis -> redis.dbsize());
      assertThat(keys).isGreaterThanOrEqualTo(RoundShard.KEYS);
    }
  }

  private RoundShard group(ServerProgram program) {
    return new RoundShard(RealStore.start(program.find(folder), RoundShard.CONFIG), folder);
  }
}
