package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.experiments.Parsed;
import io.amoeba.experiments.Parsed.Read;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.load.TrafficShape;
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
  private JoinCommand command = new JoinCommand(2, distribution);

  private Read<CassandraOptions> read(String... words) {
    command = new JoinCommand(2, distribution);
    return Parsed.read(command, JoinCommand::options, words);
  }

  private static TrafficShape shape(
      TrafficShape.Workload workload,
      DefaultConsistencyLevel consistency,
      int rows,
      int fieldLength,
      int inFlight) {
    return new TrafficShape(
        workload,
        consistency,
        TrafficShape.Distribution.ZIPFIAN,
        false,
        rows,
        fieldLength,
        inFlight);
  }

  private void packAgent() throws IOException {
    Path folder = Files.createDirectories(distribution.resolve("cassandra-lib"));
    Files.createFile(folder.resolve(JoinMode.AGENT_JAR));
  }

  @Test
  void everythingWrongIsReportedAtOnce() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "bench",
            "cassandra-join",
            "--modes=stock,fast,stock",
            "--pace=fast",
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
        .contains(
            "--modes is 'stock,fast,stock': use some of stock, stock-throttled, sequential-only")
        .contains("--pace is 'fast': use some of clients, time")
        .contains("each once", "--workload is 'C': use A or B")
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
    Read<CassandraOptions> read = read("--modes=stock,sequential-only,incremental");

    assertThat(read.problems())
        .singleElement()
        .asString()
        .contains("sequential-only and incremental", JoinMode.AGENT_JAR, "--modes stock");
  }

  @Test
  void defaultsCompareStockWithIncremental() throws IOException {
    packAgent();
    Read<CassandraOptions> read = read();

    assertThat(read.problems()).isEmpty();
    assertThat(command.modes()).containsExactly(JoinMode.STOCK, JoinMode.INCREMENTAL);
    assertThat(read.options().members()).isEqualTo(3);
    assertThat(read.options().traffic())
        .isEqualTo(
            shape(TrafficShape.Workload.B, DefaultConsistencyLevel.QUORUM, 2_600_000, 100, 64));
    assertThat(read.options().sstables()).isEqualTo(3);
    assertThat(read.options().sizes())
        .isEqualTo(new CassandraOptions.NodeSizes(0.4, 1_300, 700, 250));
    assertThat(command.warmUp(read.options())).isEqualTo(Duration.ofSeconds(180));
  }

  @Test
  void givenValuesAreTaken() {
    Read<CassandraOptions> read =
        read(
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

    assertThat(read.problems()).isEmpty();
    assertThat(command.modes()).containsExactly(JoinMode.STOCK_THROTTLED, JoinMode.STOCK);
    assertThat(read.options().traffic())
        .isEqualTo(shape(TrafficShape.Workload.A, DefaultConsistencyLevel.ALL, 5_000, 20, 32));
    assertThat(read.options().sstables()).isEqualTo(1);
    assertThat(read.options().members()).isEqualTo(5);
    assertThat(read.options().sizes())
        .isEqualTo(new CassandraOptions.NodeSizes(0.4, 1_500, 700, 100));
  }

  @Test
  void pacesAreComparedWithStockOrWithTheGivenModes() throws IOException {
    packAgent();

    assertThat(read("--pace", "clients,time").problems()).isEmpty();
    assertThat(command.modes())
        .containsExactly(JoinMode.STOCK, JoinMode.PACE_CLIENTS, JoinMode.PACE_TIME);
    assertThat(read("--modes=incremental,pace-time", "--pace=time").problems()).isEmpty();
    assertThat(command.modes()).containsExactly(JoinMode.INCREMENTAL, JoinMode.PACE_TIME);
    assertThat(read("--pace=clients", "--agent-options=pace=time").problems())
        .containsExactly(
            "--agent-options has 'pace=time', which mode pace-clients sets: leave one of them out");
  }

  @Test
  void disksNeedNotBeLimited() {
    Read<CassandraOptions> read = read("--modes=stock", "--read-iops=0", "--memory=4200");

    assertThat(read.problems()).isEmpty();
    assertThat(read.options().sizes().limitsReads()).isFalse();
    assertThat(read.options().sizes().memoryMebibytes()).isEqualTo(4_200);
    assertThat(command.warmUp(read.options())).isEqualTo(Duration.ofSeconds(45));
  }

  @Test
  void agentOptionsAreForModesWithTheAgent() throws IOException {
    packAgent();

    Read<CassandraOptions> good = read("--agent-options", "group-size=3,tokens-per-step=2");
    assertThat(good.problems()).isEmpty();
    assertThat(good.options().agent()).isEqualTo("group-size=3,tokens-per-step=2");

    assertThat(read("--modes=stock", "--agent-options=group-size=3").problems())
        .containsExactly(
            "--agent-options is set, but no mode of --modes has the agent: leave it out");
    assertThat(read("--agent-options=group size").problems())
        .containsExactly(
            "--agent-options is 'group size': use KEY=VALUE,KEY=VALUE as after -javaagent");
    assertThat(
            read(
                    "--modes=sequential-only,incremental,incremental-grouped",
                    "--agent-options=group-size=3,tokens-per-step=2")
                .problems())
        .containsExactly(
            "--agent-options has 'group-size=3', which mode incremental-grouped sets: leave one of"
                + " them out",
            "--agent-options has 'tokens-per-step=2', which mode sequential-only sets: leave one of"
                + " them out");
  }

  @Test
  void jvmOptionsAreForAllModes() throws IOException {
    packAgent();

    Read<CassandraOptions> given = read("--jvm-options", " -Xint  -Dkey=value ");
    Read<CassandraOptions> none = read("--jvm-options=");

    assertThat(given.problems()).isEmpty();
    assertThat(given.options().jvm()).isEqualTo("-Xint  -Dkey=value");
    assertThat(none.problems()).isEmpty();
    assertThat(none.options().jvm()).isEmpty();
    assertThat(read().options().jvm()).isEqualTo("-XX:TieredStopAtLevel=1");
    assertThat(read("--jvm-options", "-Dkey=value TieredStopAtLevel=1").problems())
        .containsExactly(
            "--jvm-options has 'TieredStopAtLevel=1': options of a JVM begin with '-', with spaces"
                + " between them");
  }

  @Test
  void stockThrottledTakesItsRateFromIncrementalOrFromTheLimit() throws IOException {
    packAgent();

    assertThat(read("--modes=incremental,stock-throttled").problems()).isEmpty();
    assertThat(read("--modes=stock-throttled,incremental").problems())
        .singleElement()
        .asString()
        .contains("put incremental before it, or set --stream-rate");
  }

  @Test
  void trafficAloneReportsEverythingWrongAtOnce() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute("bench", "traffic", "--rows=7", "--workload=Z", "--duration=soon", "--nodes");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--rows is '7'", "--workload is 'Z': use A or B or C or R80", "--duration is 'soon'")
        .contains("Unknown option: '--nodes'");
  }
}
