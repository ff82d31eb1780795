package io.amoeba.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineTest {
  private static final Invocation.Outcome GOOD = new Invocation.Outcome(0, "1", "");

  private static Invocation.Outcome bad(int exitCode, String error) {
    return new Invocation.Outcome(exitCode, "", error);
  }

  @Test
  void missingProgramsAreReportedTogether() {
    assertThatThrownBy(() -> Engine.find(words -> bad(127, "")))
        .hasMessageContaining("no command `docker`")
        .hasMessageContaining("neither `docker compose` nor `docker-compose`");
  }

  @Test
  void refusedUserGetsTheRemedy() {
    assertThatThrownBy(
            () ->
                Engine.find(
                    words ->
                        words.contains("version") && words.contains("--format")
                            ? bad(1, "permission denied while trying to connect")
                            : GOOD))
        .hasMessageContaining("usermod -aG docker");
  }

  @Test
  void stoppedEngineIsReportedWithItsError() {
    assertThatThrownBy(
            () ->
                Engine.find(
                    words -> words.contains("--format") ? bad(1, "Is the daemon running?") : GOOD))
        .hasMessageContaining("Is the daemon running?")
        .hasMessageContaining("systemctl start docker");
  }

  @Test
  void olderComposeProgramServes() {
    assertThat(
            Engine.find(
                words -> words.equals(List.of("docker", "compose", "version")) ? bad(1, "") : GOOD))
        .isNotNull();
  }

  @Test
  void failedCommandsReportTheirOutput() {
    Invocation failing =
        new Invocation(
            List.of("sh", "-c", "echo no such thing >&2; exit 3"), Map.of(), Duration.ofSeconds(9));

    assertThatThrownBy(failing::output)
        .isInstanceOf(ContainerException.class)
        .hasMessageContainingAll("exit code 3", "no such thing");
  }

  @Test
  void endlessCommandsAreEnded() throws IOException {
    Invocation endless = new Invocation(List.of("sleep", "1000"), Map.of(), Duration.ofMillis(200));

    assertThatThrownBy(endless::output).hasMessageContaining("did not end within");
  }
}
