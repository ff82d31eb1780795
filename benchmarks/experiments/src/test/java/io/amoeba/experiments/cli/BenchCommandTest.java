package io.amoeba.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.amoeba.coordinator.cli.AmoebaCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchCommandTest {
  private static final Path DOCKER = Path.of("../../docker");
  private static final Pattern HIDDEN = Pattern.compile("bench (?:probe|demo) [a-z-]+");

  @Test
  void commandsOfTheComposeFileAreUnderstood() throws IOException {
    String start = "command: ";
    List<String> commands =
        Files.readAllLines(DOCKER.resolve("cassandra/compose.yaml")).stream()
            .map(String::strip)
            .filter(line -> line.startsWith(start + "bench "))
            .map(line -> line.substring(start.length()))
            .toList();

    assertThat(commands).hasSize(4);
    assertThat(commands).allSatisfy(BenchCommandTest::understood);
  }

  @Test
  void commandsOfTheDemoAreUnderstood() throws IOException {
    List<String> commands =
        HIDDEN
            .matcher(Files.readString(DOCKER.resolve("demo-cassandra.sh")))
            .results()
            .map(MatchResult::group)
            .toList();

    assertThat(commands)
        .containsExactlyInAnyOrder("bench demo join", "bench demo priority", "bench demo reads");
    assertThat(commands).allSatisfy(BenchCommandTest::understood);
  }

  private static void understood(String command) {
    assertThatCode(() -> AmoebaCommand.commandLine().parseArgs(command.split(" ", -1)))
        .as(command)
        .doesNotThrowAnyException();
  }

  @Test
  void everyOptionHasItsHelp() {
    CommandLine bench =
        Objects.requireNonNull(AmoebaCommand.commandLine().getSubcommands().get("bench"));
    for (CommandLine command : bench.getSubcommands().values()) {
      if (!command.getCommandSpec().usageMessage().hidden()) {
        assertThat(command.getCommandSpec().usageMessage().description())
            .as(command.getCommandName())
            .isNotEmpty();
        assertThat(command.getCommandSpec().args())
            .allSatisfy(
                arg ->
                    assertThat(arg.description())
                        .as("%s %s", command.getCommandName(), arg.paramLabel())
                        .isNotEmpty());
      }
    }
  }

  @Test
  void wrongOptionsOfAProbeAreRefused() {
    StringWriter err = new StringWriter();

    int exitCode =
        AmoebaCommand.commandLine()
            .setErr(new PrintWriter(err))
            .execute("bench", "probe", "switch-capture", "--pairs=x", "--phase=5s");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).contains("--pairs");
  }
}
