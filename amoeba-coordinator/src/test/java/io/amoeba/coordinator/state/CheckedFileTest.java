package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.routing.EdgeState;
import io.amoeba.coordinator.command.CommandJournal.Begun;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.lease.NotLeading;
import io.amoeba.coordinator.lease.SuspendedLeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is true of every file that the coordinator keeps. */
class CheckedFileTest {

  @TempDir Path folder = Path.of("");

  private interface Access {
    void of(Path file, Leadership leadership);
  }

  /** A kind of file: how it is written, and read by its owner. */
  private record Kept(String name, Access write, Access read) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kept> kinds() {
    EdgeState edge = StateFileTest.edge("Toll", 2, 5);
    return Stream.of(
        new Kept(
            "state",
            (file, lead) -> new StateFile(file, lead).save(List.of(edge)),
            (file, lead) -> new StateFile(file, lead).load()),
        new Kept(
            "plans",
            (file, lead) -> new PlanFile(file, lead).save(PlanBook.EMPTY),
            (file, lead) -> new PlanFile(file, lead).load()),
        new Kept(
            "operation",
            (file, lead) -> new OperationFile(file, lead).write(OperationFileTest.ENTRY),
            (file, lead) -> new OperationFile(file, lead).open(OperationFileTest.STATES)),
        new Kept(
            "start",
            (file, lead) -> new StartFile(file, lead).begin(new Begun(7, Instant.EPOCH)),
            (file, lead) -> new StartFile(file, lead).open()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anEmptyFileIsRefused(Kept kind) throws IOException {
    Path file = Files.createFile(folder.resolve("kept.json"));

    assertThatThrownBy(() -> kind.read().of(file, Leadership.ALONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("it is empty");
    assertThat(file).as("and left as it is").isEmptyFile();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anObjectWithoutContentIsRefused(Kept kind) throws IOException {
    Path file = Files.writeString(folder.resolve("kept.json"), "{}");

    assertThatThrownBy(() -> kind.read().of(file, Leadership.ALONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(file.toString());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyDamagedByteIsNoticed(Kept kind) throws IOException {
    Path file = folder.resolve("kept.json");
    kind.write().of(file, Leadership.ALONE);
    byte[] whole = Files.readAllBytes(file);
    kind.read().of(file, Leadership.ALONE);
    Random random = new Random(34);
    int name = new String(whole, StandardCharsets.UTF_8).indexOf("sha256");
    for (int at = 0; at < whole.length; at++) {
      if (at >= name && at < name + "sha256".length()) {
        continue; // the content is whole; it looks like that of an older version with one field
        // more
      }
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(7));
      Files.write(file, damaged);

      assertThatThrownBy(() -> kind.read().of(file, Leadership.ALONE))
          .as("byte %d: %s", at, new String(damaged, StandardCharsets.UTF_8))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFileThatIsCutOffIsRefused(Kept kind) throws IOException {
    Path file = folder.resolve("kept.json");
    kind.write().of(file, Leadership.ALONE);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));

      assertThatThrownBy(() -> kind.read().of(file, Leadership.ALONE))
          .as("%d bytes", length)
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFileOfAnOlderVersionGetsItsChecksumWhenItIsRead(Kept kind) throws IOException {
    Path file = folder.resolve("kept.json");
    kind.write().of(file, Leadership.ALONE);
    String whole = Files.readString(file);
    Files.writeString(file, whole.replaceFirst(",\"sha256\":\"[0-9a-f]{64}\"", ""));
    assertThat(file).content().isNotEqualTo(whole);

    kind.read().of(file, Leadership.ALONE);

    assertThat(file).hasContent(whole);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatASuspendedLeaderWritesDoesNotCount(Kept kind) {
    Path file = folder.resolve("kept.json");

    assertThatThrownBy(() -> kind.write().of(file, new SuspendedLeader()))
        .isInstanceOf(NotLeading.class);
  }
}
