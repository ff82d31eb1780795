package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.failover.PrimaryProgress;
import io.amoeba.coordinator.changes.parallelism.RescaleProgress;
import io.amoeba.coordinator.changes.routing.RoutingProgress;
import io.amoeba.coordinator.changes.servers.StartProgress;
import io.amoeba.coordinator.changes.slots.SlotProgress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.PlanStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanFileTest {

  private static final Problem PROBLEM =
      Problem.error("JOB_NOT_RESCALED", "Linear Road", "Flink does not answer", "Wait.");

  private static final Instant AT = Instant.parse("2026-08-22T12:00:00.123456Z");

  @TempDir private Path folder = Path.of("");

  @Test
  void whatWasSavedLastIsLoaded() {
    PlanBook book =
        PlanBook.EMPTY
            .add(completed("plan-1"))
            .add(PlanRecord.proposed("plan-2", "bob", Plans.proposal("t", 1, 7, "Toll"), AT))
            .with(Optional.of(new PlanBook.Pause(AT, "alice \"the boss\"\n")));
    PlanFile file = new PlanFile(folder.resolve("plans.json"), Leadership.ALONE);
    file.save(PlanBook.EMPTY);
    file.save(book);

    assertThat(new PlanFile(folder.resolve("plans.json"), Leadership.ALONE).load()).isEqualTo(book);
    assertThat(folder)
        .isDirectoryContaining("glob:**/plans.json")
        .isDirectoryNotContaining("glob:**/*.next");
  }

  @Test
  void plansThatMoveHashSlotsAreKeptWithTheirProgress() {
    PlanRecord moving =
        PlanRecord.proposed("plan-1", "coordinator", Plans.moves("t", 3, 9), AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .advanced(new SlotProgress(2, 40));
    PlanBook book = PlanBook.EMPTY.add(completed("plan-0")).add(moving);
    PlanFile file = new PlanFile(folder.resolve("plans.json"), Leadership.ALONE);
    file.save(book);

    PlanBook loaded = file.load();

    assertThat(loaded).isEqualTo(book);
    assertThat(loaded.open().orElseThrow().progress())
        .isEqualTo("2 of 7 hash slots have moved, with 40 keys");
  }

  @Test
  void roundsAreKeptWithTheirForecasts() {
    PlanRecord saving =
        PlanRecord.proposed("plan-1", "coordinator", Plans.upkeep("t", 1_796_008_883), AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""));
    PlanBook book = PlanBook.EMPTY.add(completed("plan-0")).add(saving);
    PlanFile file = new PlanFile(folder.resolve("plans.json"), Leadership.ALONE);
    file.save(book);

    assertThat(file.load()).isEqualTo(book);
    assertThat(file.load().open().orElseThrow().proposal().gain())
        .isEqualTo(new PlanGain.AvoidedLoss(15_040, 90));
  }

  @Test
  void whatADryRunFoundIsKept() {
    DryRunResult found =
        new DryRunResult(
            AT,
            List.of(PROBLEM),
            List.of(
                PlanCheck.of(PlanCheck.Subject.WINDOW, false, "only at night"),
                PlanCheck.unknown(PlanCheck.Subject.ROOM, "a:7000 does not tell")));
    PlanBook book =
        PlanBook.EMPTY.add(
            PlanRecord.proposed("plan-1", "bob", Plans.moves("t", 3, 9).tried(found), AT));
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE).save(book);

    assertThat(new PlanFile(path, Leadership.ALONE).load()).isEqualTo(book);
  }

  @Test
  void plansByWhichTheStoreGrowsAreKeptWithTheirProgress() throws IOException {
    PlanRecord growing =
        PlanRecord.proposed("plan-1", "coordinator", Plans.growth("t", 3, 9), AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .advanced(new SlotProgress(2, 40));
    PlanBook book = PlanBook.EMPTY.add(completed("plan-0")).add(growing);
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE).save(book);

    PlanBook loaded = new PlanFile(path, Leadership.ALONE).load();

    assertThat(loaded).isEqualTo(book);
    assertThat(loaded.open().orElseThrow().progress())
        .isEqualTo("2 of 7 hash slots have moved, with 40 keys");
    assertThat(Files.readString(path)).startsWith("{\"format\":1,");
  }

  @Test
  void plansByWhichTheStoreLeavesNodesAreKeptWithTheirProgressAndBytes() throws IOException {
    PlanRecord draining =
        PlanRecord.proposed(
                "plan-1",
                "coordinator",
                Plans.drain("t", 3, 9, OptionalLong.of(5_000_000_000L)),
                AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .advanced(new SlotProgress(2, 40));
    PlanBook book = PlanBook.EMPTY.add(completed("plan-0")).add(draining);
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE).save(book);

    PlanBook loaded = new PlanFile(path, Leadership.ALONE).load();

    assertThat(loaded).isEqualTo(book);
    assertThat(loaded.open().orElseThrow().proposal().cost().movedBytes()).hasValue(5_000_000_000L);
    assertThat(Files.readString(path)).startsWith("{\"format\":1,");
  }

  @Test
  void plansThatStartServersAreKeptWithTheirProgress() throws IOException {
    PlanRecord starting =
        PlanRecord.proposed("plan-1", "coordinator", Plans.starts("t", "d", "e"), AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .advanced(new StartProgress(1));
    PlanBook book = PlanBook.EMPTY.add(completed("plan-0")).add(starting);
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE).save(book);

    PlanBook loaded = new PlanFile(path, Leadership.ALONE).load();

    assertThat(loaded).isEqualTo(book);
    assertThat(loaded.open().orElseThrow().progress())
        .isEqualTo("1 of 2 servers are empty members");
    String whole = withoutChecksum(path);
    assertThat(whole).startsWith("{\"format\":1,");
    for (String[] damage :
        new String[][] {
          {"\"members\":1", "\"members\":3"},
          {"\"port\":7000", "\"port\":0"},
          {"\"servers\":[", "\"x\":["}
        }) {
      assertThat(whole).contains(damage[0]);
      Files.writeString(path, whole.replace(damage[0], damage[1]));
      assertThatThrownBy(() -> new PlanFile(path, Leadership.ALONE).load())
          .as(damage[1])
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void plansThatRescaleTheJobAreKeptWithTheirProgress() throws IOException {
    PlanRecord rescaling =
        PlanRecord.proposed("plan-1", "coordinator", Plans.rescale("t"), AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .at(
                new PlanStatus(
                    RescaleProgress.NONE,
                    "it is being stopped",
                    List.of(PROBLEM),
                    Optional.empty()));
    PlanBook book = PlanBook.EMPTY.add(completed("plan-0")).add(rescaling);
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE).save(book);

    PlanBook loaded = new PlanFile(path, Leadership.ALONE).load();

    assertThat(loaded).isEqualTo(book);
    assertThat(loaded.open().orElseThrow().progress())
        .isEqualTo("no job has 3 subtasks; it is being stopped");
    String whole = withoutChecksum(path);
    assertThat(whole).startsWith("{\"format\":1,");
    for (String[] damage :
        new String[][] {
          {"\"to\":3", "\"to\":2"},
          {"\"way\":\"savepoint\"", "\"way\":\"magic\""},
          {"\"nodes\"", "\"x\""}
        }) {
      assertThat(whole).contains(damage[0]);
      Files.writeString(path, whole.replace(damage[0], damage[1]));
      assertThatThrownBy(() -> new PlanFile(path, Leadership.ALONE).load())
          .as(damage[1])
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void plansThatMigratePrimariesAreKeptWithTheirProgress() {
    PlanRecord migrating =
        PlanRecord.proposed("plan-1", "coordinator", Plans.migrations("t", "a>s", "b>t"), AT)
            .to(new PlanEvent(AT, PlanState.APPROVED, "alice", ""))
            .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
            .at(
                new PlanStatus(
                    new PrimaryProgress(1),
                    "b:1 -> t:1, REPLICATING",
                    List.of(),
                    Optional.of(PlanStatus.End.ABORTED)));
    PlanBook book = PlanBook.EMPTY.add(completed("plan-0")).add(migrating);
    PlanFile file = new PlanFile(folder.resolve("plans.json"), Leadership.ALONE);
    file.save(book);

    PlanBook loaded = file.load();

    assertThat(loaded).isEqualTo(book);
    assertThat(loaded.open().orElseThrow().progress())
        .isEqualTo("1 of 2 primaries have migrated; b:1 -> t:1, REPLICATING");
  }

  @Test
  void damagedMigrationsAreFound() throws IOException {
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE)
        .save(
            PlanBook.EMPTY.add(
                PlanRecord.proposed("plan-1", "coordinator", Plans.migrations("t", "a>s"), AT)));
    String whole = withoutChecksum(path);
    for (String[] damage :
        new String[][] {
          {"\"old\":\"KEEP\"", "\"old\":\"SELL\""},
          {"[[0,9]]", "[[0,16384]]"},
          {"[[0,9]]", "[]"},
          {"\"primary\":\"a\",", ""},
          {"\"port\":1", "\"port\":0"},
          {"\"reason\":\"NO_SUBTASK\"", "\"reason\":\"FUN\""},
          {"\"primaries\":0", "\"primaries\":2"},
          {"\"after\":1.0", "\"after\":\"x\""},
        }) {
      assertThat(whole).contains(damage[0]);
      Files.writeString(path, whole.replace(damage[0], damage[1]));

      assertThatThrownBy(() -> new PlanFile(path, Leadership.ALONE).load())
          .as(damage[1])
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void damagedMovesAreFound() throws IOException {
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE)
        .save(
            PlanBook.EMPTY.add(
                PlanRecord.proposed("plan-1", "coordinator", Plans.moves("t", 3, 9), AT)));
    String whole = withoutChecksum(path);
    for (String damage :
        new String[] {
          "\"operator\":\"Statistics\",", "[[3,9]]", "\"from\":\"a\",", ",\"alignedAfter\":1.0"
        }) {
      assertThat(whole).contains(damage);
      Files.writeString(path, whole.replace(damage, damage.startsWith("[[") ? "[[3,16384]]" : ""));

      assertThatThrownBy(() -> new PlanFile(path, Leadership.ALONE).load())
          .as(damage)
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aFileThatDoesNotExistIsEmpty() {
    assertThat(new PlanFile(folder.resolve("none.json"), Leadership.ALONE).load())
        .isEqualTo(PlanBook.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"format\": 1, \"plans\": [",
        "{\"format\": 2, \"plans\": [], \"made\": 0, \"pause\": null}",
        "{\"format\": 1}",
        "{\"format\": 1, \"plans\": [{\"id\": \"plan-1\"}], \"made\": 1, \"pause\": null}",
        "{\"format\": 1, \"plans\": [], \"made\": 0, \"pause\": {\"at\": \"yesterday\", \"by\": \"a\"}}",
        "{\"format\": 1, \"plans\": [], \"made\": 0, \"pause\": null, \"paused\": false}",
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(folder.resolve("plans.json"), content);

    assertThatThrownBy(() -> new PlanFile(path, Leadership.ALONE).load())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("Move it away");
  }

  @Test
  void everyDamagedPlaceOfAPlanIsFound() throws IOException {
    Path path = folder.resolve("plans.json");
    new PlanFile(path, Leadership.ALONE).save(PlanBook.EMPTY.add(completed("plan-1")));
    String whole = withoutChecksum(path);
    for (String damage :
        new String[] {
          "\"fingerprint\":\"t\",",
          "[[0,16383,1]]",
          "\"state\":\"APPROVED\"",
          ",\"alignedAfter\":1.0"
        }) {
      assertThat(whole).contains(damage);
      Files.writeString(path, whole.replace(damage, damage.startsWith("[[") ? "[[0,5,1]]" : ""));

      assertThatThrownBy(() -> new PlanFile(path, Leadership.ALONE).load())
          .as(damage)
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aFolderThatIsGoneIsTold() {
    PlanFile file = new PlanFile(folder.resolve("gone").resolve("plans.json"), Leadership.ALONE);

    assertThatThrownBy(() -> file.save(PlanBook.EMPTY))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("plans.json could not be written");
  }

  /** As an older version wrote it, so that what is wrong is found by the reader alone. */
  private static String withoutChecksum(Path file) throws IOException {
    String whole = Files.readString(file);
    String fields = whole.replaceFirst(",\"sha256\":\"[0-9a-f]{64}\"", "");
    assertThat(fields).isNotEqualTo(whole);
    return fields;
  }

  private static PlanRecord completed(String id) {
    return PlanRecord.proposed(id, "coordinator", Plans.proposal("t", 1, 7, "Toll", "Other"), AT)
        .to(new PlanEvent(AT, PlanState.APPROVED, "policy", "within"))
        .begunAt(new Performance(0.5, Double.NaN))
        .to(new PlanEvent(AT, PlanState.EXECUTING, "coordinator", ""))
        .advanced(new RoutingProgress(Map.of(Plans.TOLL, 5L), Set.of(Plans.TOLL)))
        .to(new PlanEvent(AT, PlanState.COMPLETED, "coordinator", ""))
        .measured(
            new PlanOutcome(
                new Performance(0.5, Double.NaN),
                new Performance(1, 10_000),
                PlanOutcome.Verdict.WORTH_IT));
  }
}
