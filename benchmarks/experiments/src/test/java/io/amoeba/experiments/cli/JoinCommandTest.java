package io.amoeba.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.join.JoinOptions;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JoinCommandTest {
  @TempDir private Path distribution = Path.of("");

  private JoinOptions read(OptionTexts texts, String... words) {
    return new JoinReader(Parsed.into(new JoinArguments(), words), texts, 2, distribution).read();
  }

  private void packAgent() throws IOException {
    Path folder = Files.createDirectories(distribution.resolve("cassandra-lib"));
    Files.createFile(folder.resolve(JoinMode.AGENT_JAR));
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "bench",
            "cassandra-join",
            "--modes=stock,fast,stock",
            "--workload=C",
            "--consistency=ONE",
            "--repeats=0",
            "--rows=7",
            "--cpus-per-node=99",
            "--in-flight=x",
            "--before=1s",
            "--json=/no/such/folder/x.json");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--modes has 'fast': use some of stock, stock-throttled, sequential-only")
        .contains("--modes has 'stock' twice", "--workload is 'C': use A or B")
        .contains("--consistency is 'ONE': use QUORUM or ALL", "--repeats is '0'", "--rows is '7'")
        .contains("--cpus-per-node is '99'", "--in-flight is 'x'", "--before is '1s'")
        .contains("--json is '/no/such/folder/x.json'");
  }

  @Test
  void modesThatNeedTheAgentAreRefusedWithoutIt() {
    OptionTexts texts = new OptionTexts();

    read(texts, "--modes=stock,sequential-only,incremental");

    assertThat(texts.problems())
        .singleElement()
        .asString()
        .contains("sequential-only and incremental", JoinMode.AGENT_JAR, "--modes stock");
  }

  @Test
  void defaultsCompareStockWithIncremental() throws IOException {
    packAgent();
    OptionTexts texts = new OptionTexts();

    JoinOptions options = read(texts);

    assertThat(texts.problems()).isEmpty();
    assertThat(options.modes()).containsExactly(JoinMode.STOCK, JoinMode.INCREMENTAL);
    assertThat(options.workload()).isEqualTo(Workload.B);
    assertThat(options.consistency()).isEqualTo(Consistency.QUORUM);
    assertThat(options.cpusPerNode()).isEqualTo(0.25);
  }

  @Test
  void givenValuesAreTaken() {
    OptionTexts texts = new OptionTexts();

    JoinOptions options =
        read(
            texts,
            "--modes",
            "stock-throttled,stock",
            "--workload",
            "A",
            "--consistency",
            "ALL",
            "--rows",
            "5000",
            "--stream-rate",
            "0.5");

    assertThat(texts.problems()).isEmpty();
    assertThat(options.modes()).containsExactly(JoinMode.STOCK_THROTTLED, JoinMode.STOCK);
    assertThat(options.workload()).isEqualTo(Workload.A);
    assertThat(options.consistency()).isEqualTo(Consistency.ALL);
    assertThat(options.rows()).isEqualTo(5_000);
  }

  @Test
  void agentOptionsAreForModesWithTheAgent() throws IOException {
    packAgent();
    OptionTexts good = new OptionTexts();
    OptionTexts bad = new OptionTexts();

    JoinOptions options = read(good, "--agent-options", "group-size=3,tokens-per-step=2");
    read(bad, "--modes=stock", "--agent-options=group-size=3");
    read(bad, "--agent-options=group size");

    assertThat(good.problems()).isEmpty();
    assertThat(options.agentOptions()).isEqualTo("group-size=3,tokens-per-step=2");
    assertThat(bad.problems())
        .containsExactly(
            "--agent-options is set, but no mode of --modes has the agent",
            "--agent-options is 'group size': use KEY=VALUE,KEY=VALUE as after -javaagent");
  }

  @Test
  void jvmOptionsAreForAllModes() throws IOException {
    packAgent();
    OptionTexts good = new OptionTexts();
    OptionTexts bad = new OptionTexts();

    JoinOptions options = read(good, "--jvm-options", " -Xint  -Dkey=value ");
    JoinOptions none = read(good, "--jvm-options=");
    JoinOptions usual = read(good);
    read(bad, "--jvm-options", "-Dkey=value TieredStopAtLevel=1");

    assertThat(good.problems()).isEmpty();
    assertThat(options.jvmOptions()).isEqualTo("-Xint  -Dkey=value");
    assertThat(none.jvmOptions()).isEmpty();
    assertThat(usual.jvmOptions()).isEqualTo("-XX:TieredStopAtLevel=1");
    assertThat(bad.problems())
        .containsExactly(
            "--jvm-options has 'TieredStopAtLevel=1': options of a JVM begin with '-', with spaces"
                + " between them");
  }

  @Test
  void stockThrottledTakesItsRateFromIncrementalOrFromTheLimit() throws IOException {
    packAgent();
    OptionTexts texts = new OptionTexts();

    read(texts, "--modes=incremental,stock-throttled");
    assertThat(texts.problems()).isEmpty();

    read(texts, "--modes=stock-throttled,incremental");
    assertThat(texts.problems())
        .singleElement()
        .asString()
        .contains("put incremental before it, or set --stream-rate");
  }

  @Test
  void trafficAloneTellsEverythingWrongAtOnce() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode = line.execute("bench", "ycsb", "--rows=7", "--workload=Z", "--duration=soon");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--rows is '7'", "--workload is 'Z'", "--duration is 'soon'");
  }
}
