package io.amoeba.linearroad.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LinearRoadCommandTest {
  private static final String REPORT = "0,0,1,60,0,1,0,5,26400,-1,-1,-1,-1,-1,-1";

  @TempDir private Path folder = Path.of("");

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void helpShowsExamples() {
    CommandRun run = CommandRun.of("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Examples:", "--realign-every", "--find-l-rating", "--alternate", "validate");
  }

  @Test
  void allInvalidOptionsAreReportedAtOnce() {
    CommandRun run =
        CommandRun.of(
            "--nodes",
            "0",
            "--expressways",
            "x",
            "--duration",
            "5",
            "--align-after",
            "120%",
            "--speed",
            "-1",
            "--realign-every",
            "soon",
            "--redis-batch",
            "0",
            "--checkpoint-interval",
            "1",
            "--seed",
            "a",
            "--http-port",
            "70000",
            "--task-slots",
            "99",
            "--alternate",
            "5s",
            "--traffic",
            "heavy",
            "--vehicles",
            "0");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "--nodes is '0': use an integer from 1 to 32",
            "--expressways is 'x'",
            "--duration is '5'",
            "--align-after is '120%'",
            "--speed is '-1'",
            "--realign-every is 'soon'",
            "--redis-batch is '0'",
            "--checkpoint-interval is '1'",
            "--seed is 'a'",
            "--http-port is '70000'",
            "--task-slots is '99'",
            "--alternate is '5s': use a time from 8s to 1h",
            "--traffic is 'heavy': use specification or steady",
            "--vehicles is '0': use an integer from 1 to 1000000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--align-after 100%|not before the end of the run",
        "--align-after 3m|not before the end of the run",
        "--align-after sometimes|a time such as 45s, or never",
        "--align-after never --realign-every 1s|--realign-every cannot be combined with --align-after never",
        "--align-after never --alternate 15s|--alternate cannot be combined with --align-after never",
        "--historical x.csv|--historical cannot be combined with runs without --input",
        "--output x|--output cannot be combined with runs without --input",
        "--max 4|--max cannot be combined with runs without --find-l-rating",
        "--find-l-rating --immediate|--immediate cannot be combined with --find-l-rating",
        "--find-l-rating --expressways 2 --max 4|--expressways contradicts --max",
        "--find-l-rating --start 9 --max 4|--start 9 is more than --max 4",
        "--input no-such-file --output x|there is no readable file",
        "--input no-such-file|--output is missing",
        "--json /no/such/folder/x.json|the file cannot be written",
        "--report /proc|the file cannot be written",
        "--kill task-manager:9@10%|--kill is",
        "--flink http://127.0.0.1:1|--kafka is missing",
        "--flink here --kafka k:1|--flink is 'here'",
        "--redis 127.0.0.1:6379|--redis is '127.0.0.1:6379'",
        "--redis redis://::1:6379|--redis is 'redis://::1:6379'",
        "--coordinator http://127.0.0.1:1 --http-port 5|--http-port cannot be combined with --flink",
        "--coordinator http://127.0.0.1:1 --redis-apart|--redis-apart cannot be combined with --flink",
        "--coordinator http://127.0.0.1:1 --add-node-after 5s|--add-node-after cannot be combined with --flink",
        "--add-node-after 5s --find-l-rating|--add-node-after cannot be combined with --find-l-rating",
        "--add-node-after 5s --input x --output y|--add-node-after cannot be combined with --input",
        "--add-node-after 5s --align-after 9s|--align-after cannot be combined with --add-node-after",
        "--add-node-after 5s --redis-apart|--redis-apart cannot be combined with --add-node-after",
        "--add-node-after 5s --alternate 15s|--alternate cannot be combined with --add-node-after",
        "--add-node-after 5s --realign-every 1s|--realign-every cannot be combined with --add-node-after",
        "--add-node-to store|--add-node-to needs --add-node-after",
        "--add-node-after 5s --add-node-to both|--add-node-to is 'both': use job or store",
        "--add-node-after 0s|nothing would be measured before",
        "--add-node-after never|--add-node-after is 'never': use a part of the run above 0% to 100% or a time",
        "--add-node-after 100%|not before the end of the run",
        "--redis-apart --find-l-rating|--redis-apart cannot be combined with --find-l-rating",
        "--keyed --alternate 15s|--alternate cannot be combined with --keyed: omit it",
        "--keyed --realign-every 1s|--realign-every cannot be combined with --keyed: omit it",
        "--keyed --redis-apart|--redis-apart cannot be combined with --keyed: omit it",
        "--keyed --add-node-after 5s|--add-node-after cannot be combined with --keyed: omit it",
        "--keyed --find-l-rating|--keyed cannot be combined with --find-l-rating: omit it",
        "--keyed --coordinator http://127.0.0.1:1|--keyed cannot be combined with --flink: omit it",
        "--alternate 15s --realign-every 1s|--alternate cannot be combined with --realign-every",
        "--alternate 15s --input x --output y|--alternate cannot be combined with --input",
        "--alternate 15s --find-l-rating|--alternate cannot be combined with --find-l-rating",
        "--alternate 15s --nodes 1|--alternate needs more than --nodes 1",
        "--traffic steady --input x --output y|--traffic cannot be combined with --input",
        "--vehicles 5 --input x --output y|--vehicles cannot be combined with --input",
        "--traffic specification --find-l-rating|--traffic cannot be combined with --find-l-rating",
        "--vehicles 5 --find-l-rating|--vehicles cannot be combined with --find-l-rating",
        "--no-order-probe --find-l-rating|--no-order-probe cannot be combined with --find-l-rating",
        "--fresh-reads 1s|--fresh-reads needs --replicas",
        "--fresh-reads 5ms --replicas 1|--fresh-reads is '5ms': use a time from 10ms to 10m",
        "--replicas 9|--replicas is '9': use an integer from 1 to 4",
        "--replicas 1 --replicas-first|--replicas-first cannot be combined with runs without --fresh-reads",
        "--replicas 1 --redis-apart|--replicas cannot be combined with --redis-apart",
        "--replicas 1 --add-node-after 5s|--replicas cannot be combined with --add-node-after",
        "--replicas 1 --find-l-rating|--replicas cannot be combined with --find-l-rating",
        "--replicas 1 --coordinator http://127.0.0.1:1|--replicas cannot be combined with --flink",
        "--empty-redis|--empty-redis needs --flink",
        "--find-l-rating --flink http://127.0.0.1:1|--flink cannot be combined with --find-l-rating"
      })
  void contradictingAndUnusableOptionsStartNothing(String options, String message) {
    CommandRun run = CommandRun.of(options.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Invalid options").contains(message);
  }

  @Test
  void everyOptionHasItsHelp() {
    CommandLine linearRoad = linearRoad();
    List<CommandLine> commands = new ArrayList<>(linearRoad.getSubcommands().values());
    commands.add(linearRoad);

    assertThat(commands).hasSize(3);
    for (CommandLine command : commands) {
      assertThat(command.getCommandSpec().usageMessage().description())
          .as(command.getCommandName())
          .isNotEmpty();
      assertThat(command.getCommandSpec().options())
          .filteredOn(option -> !option.hidden())
          .allSatisfy(
              option ->
                  assertThat(option.description())
                      .as("%s %s", command.getCommandName(), option.longestName())
                      .isNotEmpty());
    }
  }

  @Test
  void contradictionsNameOptions() {
    Set<String> options = linearRoad().getCommandSpec().optionsMap().keySet();

    RunReader.CONTRADICTIONS.forEach(
        (with, others) -> {
          assertThat(options).contains(with.replace(RunReader.WITHOUT, ""));
          assertThat(options).contains(others.split(" "));
        });
  }

  private static CommandLine linearRoad() {
    return Objects.requireNonNull(AmoebaCommand.commandLine().getSubcommands().get("linear-road"));
  }

  @Test
  void unknownOptionIsRefused() {
    assertThat(CommandRun.of("--node", "3").exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,0,1,60,0,1,0|it has 7 fields",
        "0,0,1,60,0,1,0,-5,26400,-1,-1,-1,-1,-1,-1|Seg is '-5'",
        "9,0,1,60,0,1,0,5,26400,-1,-1,-1,-1,-1,-1|Type is '9'",
        "0,zero,1,60,0,1,0,5,26400,-1,-1,-1,-1,-1,-1|Time is 'zero'"
      })
  void badInputLineIsNamedAndNothingIsLost(String line, String message) throws IOException {
    String input = file("input.csv", REPORT + "\n" + line + "\n");
    Path output = Files.createDirectory(folder.resolve("answers"));
    Path earlier = Files.writeString(output.resolve("type0.csv"), "kept");

    CommandRun run = CommandRun.of("--input", input, "--output", output.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("line 2").contains(message);
    assertThat(earlier).hasContent("kept");
  }

  @Test
  void invalidHistoriesAndInvalidInputAreReportedTogether() throws IOException {
    String input = file("input.csv", "0,0\n");
    String tolls = file("tolls.csv", "1,2,0,x\n");
    String segments = file("segments.csv", "8,0,0,0,0,50,0\n");

    CommandRun run =
        CommandRun.of(
            "--input",
            input,
            "--historical",
            tolls,
            "--segment-history",
            segments,
            "--output",
            folder.resolve("answers").toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("input.csv", "tolls.csv", "segments.csv");
  }

  @Test
  void outputBelowAFileCannotBeWritten() throws IOException {
    String input = file("input.csv", REPORT + "\n");
    String plain = file("plain", "");

    CommandRun run = CommandRun.of("--input", input, "--output", plain + "/answers");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no files can be written there");
  }
}
