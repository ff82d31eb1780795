package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.JavaCommand;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardianIT {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM", "INT", "HUP"})
  void serversAndFilesGoHoweverTheirOwnerIsEnded(String signal) throws Exception {
    Process owner = startOwner();
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(output.readLine()).isEqualTo(ClusterOwner.STARTED);
      List<ProcessHandle> children = owner.descendants().toList();
      // Two servers, one of them paused, and the guardian.
      assertThat(children).hasSize(3);
      assertThat(folder).isNotEmptyDirectory();

      new ProcessBuilder("kill", "-" + signal, Long.toString(owner.pid())).start().waitFor();

      assertThat(owner.waitFor(1, TimeUnit.MINUTES)).isTrue();
      Leftovers.awaitGone(children);
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> assertThat(folder).isEmptyDirectory());
      assertThat(output.lines()).isEmpty();
    } finally {
      owner.destroyForcibly();
    }
  }

  private Process startOwner() throws Exception {
    JavaCommand java =
        new JavaCommand(
            List.of(JavaCommand.QUICK_START),
            List.of(System.getProperty("java.class.path").split(File.pathSeparator)),
            ClusterOwner.class.getName(),
            List.of(folder.toString()));
    List<String> words = new ArrayList<>();
    if (System.getProperty("os.name").equals("Linux")) {
      // A build that a script has put into the background ignores SIGINT, and so would the owner.
      words.addAll(List.of("env", "--default-signal"));
    }
    words.addAll(java.words());
    return new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
