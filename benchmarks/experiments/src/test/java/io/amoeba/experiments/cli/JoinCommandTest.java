package io.amoeba.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.join.JoinOptions;
import io.amoeba.experiments.join.JoinTraffic;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
            "--field-length=0",
            "--members=2",
            "--memory=500",
            "--read-iops=9",
            "--cpus-per-node=99",
            "--in-flight=x",
            "--settle=1h",
            "--before=1s",
            "--json=/no/such/folder/x.json");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--modes has 'fast': use some of stock, stock-throttled, sequential-only")
        .contains("--modes has 'stock' twice", "--workload is 'C': use A or B")
        .contains("--consistency is 'ONE': use QUORUM or ALL", "--repeats is '0'", "--rows is '7'")
        .contains("--cpus-per-node is '99'", "--in-flight is 'x'", "--before is '1s'")
        .contains("--settle is '1h'")
        .contains("--field-length is '0'", "--members is '2': use an integer from 3 to 7")
        .contains("--memory is '500': use an integer from 1100 to 100000")
        .contains("--read-iops is '9': use 0 (no limit), or 10 at least")
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
    assertThat(options.members()).isEqualTo(3);
    assertThat(options.traffic())
        .isEqualTo(new JoinTraffic(Workload.B, Consistency.QUORUM, 2_600_000, 100, 3, 64));
    assertThat(options.sizes()).isEqualTo(new NodeSizes(0.4, 1_300, 700, 250));
    assertThat(options.warmUp()).isEqualTo(Duration.ofSeconds(180));
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
            "--field-length",
            "20",
            "--in-flight",
            "32",
            "--sstables",
            "1",
            "--members",
            "5",
            "--memory",
            "1500",
            "--read-iops",
            "100",
            "--stream-rate",
            "0.5");

    assertThat(texts.problems()).isEmpty();
    assertThat(options.modes()).containsExactly(JoinMode.STOCK_THROTTLED, JoinMode.STOCK);
    assertThat(options.traffic())
        .isEqualTo(new JoinTraffic(Workload.A, Consistency.ALL, 5_000, 20, 1, 32));
    assertThat(options.members()).isEqualTo(5);
    assertThat(options.sizes()).isEqualTo(new NodeSizes(0.4, 1_500, 700, 100));
  }

  @Test
  void disksNeedNotBeLimited() {
    OptionTexts texts = new OptionTexts();

    JoinOptions options = read(texts, "--modes=stock", "--read-iops=0", "--memory=4200");

    assertThat(texts.problems()).isEmpty();
    assertThat(options.sizes().limitsReads()).isFalse();
    assertThat(options.sizes().memoryMebibytes()).isEqualTo(4_200);
    assertThat(options.warmUp()).isEqualTo(Duration.ofSeconds(45));
  }

  @Test
  void agentOptionsAreForModesWithTheAgent() throws IOException {
    packAgent();
    OptionTexts good = new OptionTexts();
    OptionTexts bad = new OptionTexts();

    JoinOptions options = read(good, "--agent-options", "group-size=3,tokens-per-step=2");
    read(bad, "--modes=stock", "--agent-options=group-size=3");
    read(bad, "--agent-options=group size");
    read(
        bad,
        "--modes=sequential-only,incremental,incremental-grouped",
        "--agent-options=group-size=3,tokens-per-step=2");

    assertThat(good.problems()).isEmpty();
    assertThat(options.nodeOptions().agent()).isEqualTo("group-size=3,tokens-per-step=2");
    assertThat(bad.problems())
        .containsExactly(
            "--agent-options is set, but no mode of --modes has the agent",
            "--agent-options is 'group size': use KEY=VALUE,KEY=VALUE as after -javaagent",
            "--agent-options has 'group-size=3', which mode incremental-grouped sets: leave one of"
                + " them out",
            "--agent-options has 'tokens-per-step=2', which mode sequential-only sets: leave one of"
                + " them out");
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
    assertThat(options.nodeOptions().jvm()).isEqualTo("-Xint  -Dkey=value");
    assertThat(none.nodeOptions().jvm()).isEmpty();
    assertThat(usual.nodeOptions().jvm()).isEqualTo("-XX:TieredStopAtLevel=1");
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
