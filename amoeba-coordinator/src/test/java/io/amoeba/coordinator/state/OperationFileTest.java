package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.parallelism.OpenRescale;
import io.amoeba.coordinator.changes.parallelism.OpenRescale.End;
import io.amoeba.coordinator.changes.parallelism.OpenRescale.Successor;
import io.amoeba.coordinator.changes.parallelism.RescaleJob;
import io.amoeba.coordinator.changes.parallelism.RescaleWay;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.changes.servers.StartingServers;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationFileTest {

  static final Map<String, Class<? extends Record>> STATES =
      Map.of(StartServers.KIND, StartingServers.class, RescaleJob.KIND, OpenRescale.class);

  static final Entry ENTRY = entry(1);

  private static final Entry RESCALE =
      new Entry(
          "plan-8",
          RescaleJob.KIND,
          new OpenRescale(
              "j",
              "Job",
              RescaleWay.SAVEPOINT,
              2,
              3,
              2,
              List.of("a", "b"),
              "t",
              "file:///s/1",
              new Successor("k", true),
              new End("", "it failed")));

  @TempDir private Path folder = Path.of("");

  private static Entry entry(int members) {
    List<Server> servers =
        List.of(
            new Server("c", new ServerAddress("10.0.0.3", 7000)),
            new Server("d", new ServerAddress("fe80::4", 7000)));
    return new Entry("plan-7", StartServers.KIND, new StartingServers(servers, members));
  }

  @Test
  void whatWasWrittenLastIsOpenUntilItIsCleared() throws IOException {
    Path path = folder.resolve("operation.json");
    assertThat(new OperationFile(path, Leadership.ALONE).open(STATES)).isEmpty();
    assertThat(new OperationFile(path, Leadership.ALONE).openKind()).isEmpty();

    for (Entry entry : List.of(RESCALE, entry(0), ENTRY)) {
      new OperationFile(path, Leadership.ALONE).write(entry);
      assertThat(new OperationFile(path, Leadership.ALONE).open(STATES)).contains(entry);
    }
    assertThat(new OperationFile(path, Leadership.ALONE).openKind()).contains("start_servers");
    assertThat(path)
        .content()
        .startsWith(
            "{\"format\":1,\"plan\":\"plan-7\",\"kind\":\"start_servers\",\"state\":{\"servers\":"
                + "[{\"node\":\"c\",\"address\":{\"host\":\"10.0.0.3\",\"port\":7000}},");

    new OperationFile(path, Leadership.ALONE).clear();
    assertThat(new OperationFile(path, Leadership.ALONE).open(STATES)).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"format\": 1",
        "{\"format\": 2}",
        "{\"format\": 1, \"plan\": \"plan-1\", \"kind\": \"start_servers\"}",
        "{\"format\": 1, \"plan\": \"plan-1\", \"kind\": \"start_servers\", \"state\": {}}",
        "{\"format\": 1, \"plan\": \"plan-1\", \"kind\": \"start_servers\","
            + " \"state\": {\"servers\": [], \"members\": null}}",
        "{\"format\": 1, \"plan\": \"plan-1\", \"kind\": \"start_servers\","
            + " \"state\": {\"servers\": [], \"members\": 1}}",
        "{\"format\": 1, \"plan\": \"plan-1\", \"kind\": \"start_servers\","
            + " \"state\": {\"servers\": [], \"members\": 0, \"more\": 0}}"
      })
  void aDamagedFileIsNamedWithTheRemedy(String content) throws IOException {
    Path path = Files.writeString(folder.resolve("operation.json"), content);

    assertThatThrownBy(() -> new OperationFile(path, Leadership.ALONE).open(STATES))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("See what is half done")
        .hasMessageContaining("delete the file");
  }

  @Test
  void anotherKindIsNamed() {
    Path path = folder.resolve("operation.json");
    new OperationFile(path, Leadership.ALONE).write(ENTRY);

    assertThatThrownBy(() -> new OperationFile(path, Leadership.ALONE).open(Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("kind 'start_servers', for which this coordinator is not configured");
  }

  @Test
  void whatCannotBeWrittenSaysSo() {
    Path path = folder.resolve("no-folder").resolve("operation.json");

    assertThatThrownBy(() -> new OperationFile(path, Leadership.ALONE).write(ENTRY))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("plan-7 (start_servers) does not continue");
  }
}
