package io.amoeba.experiments.hints;

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

class HintCommandTest {
  @TempDir private Path distribution = Path.of("");
  private HintCommand command = new HintCommand(2, distribution);

  private Read<CassandraOptions> read(String... words) {
    command = new HintCommand(2, distribution);
    return Parsed.read(command, HintCommand::options, words);
  }

  private void packAgent() throws IOException {
    Path folder = Files.createDirectories(distribution.resolve("cassandra-lib"));
    Files.createFile(folder.resolve(HintMode.AGENT_JAR));
  }

  @Test
  void everythingWrongIsReportedAtOnce() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "bench",
            "read-hints",
            "--modes=stock,0,fast,stock",
            "--workload=A",
            "--distribution=even",
            "--repeats=0",
            "--rows=7",
            "--field-length=0",
            "--memory=10",
            "--chunk-cache=x",
            "--read-iops=1",
            "--cpus-per-node=99",
            "--in-flight=x",
            "--agent-options=lz4",
            "--warm-up=1s",
            "--overhead-pairs=x",
            "--overhead-phase=1s",
            "--before=1s",
            "--after=soon",
            "--json=/no/such/folder/x.json");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--modes is 'stock,0,fast,stock': use some of stock, 1 to 100", "each once")
        .contains("--workload is 'A': use C or B or R80")
        .contains("--distribution is 'even': use zipfian or uniform", "--repeats is '0'")
        .contains("--rows is '7'", "--field-length is '0'", "--memory is '10'")
        .contains("--chunk-cache is 'x'", "--read-iops is '1'", "--cpus-per-node is '99'")
        .contains("--in-flight is 'x'", "--agent-options is 'lz4'", "--warm-up is '1s'")
        .contains("--overhead-pairs is 'x'", "--overhead-phase is '1s'")
        .contains("--before is '1s'", "--after is 'soon'", "--json is '/no/such/folder/x.json'");
  }

  @Test
  void modesThatNeedTheAgentAreRefusedWithoutIt() {
    Read<CassandraOptions> read = read("--modes=stock,50,pull");

    assertThat(read.problems())
        .singleElement()
        .asString()
        .contains("50 and pull", HintMode.AGENT_JAR, "--modes stock");
  }

  @Test
  void defaultsAreThePapersFractionsOnAHardDisk() throws IOException {
    packAgent();
    Read<CassandraOptions> read = read();

    assertThat(read.problems()).isEmpty();
    assertThat(command.modes.values()).isEqualTo(HintMode.ALL_OF_THE_PAPER);
    assertThat(read.options().traffic())
        .isEqualTo(
            new TrafficShape(
                TrafficShape.Workload.C,
                DefaultConsistencyLevel.ONE,
                TrafficShape.Distribution.UNIFORM,
                false,
                1_200_000,
                100,
                8));
    assertThat(read.options().sizes())
        .isEqualTo(new CassandraOptions.NodeSizes(0.4, 1_100, 512, 250));
    assertThat(command.chunkCache).isEqualTo(96);
  }

  @Test
  void givenValuesAreTaken() throws IOException {
    packAgent();
    Read<CassandraOptions> read =
        read(
            "--modes=7,stock",
            "--workload=R80",
            "--disjoint",
            "--distribution=zipfian",
            "--rows=5000",
            "--field-length=20",
            "--memory=2000",
            "--chunk-cache=40",
            "--read-iops=2500",
            "--overhead-pairs=20",
            "--overhead-phase=30s",
            "--after=30s",
            "--agent-options=lz4=on,replay-threads=1");

    assertThat(read.problems()).isEmpty();
    assertThat(command.modes.values()).containsExactly(HintMode.fraction(7), HintMode.STOCK);
    assertThat(read.options().traffic())
        .isEqualTo(
            new TrafficShape(
                TrafficShape.Workload.R80,
                DefaultConsistencyLevel.ONE,
                TrafficShape.Distribution.ZIPFIAN,
                true,
                5_000,
                20,
                8));
    assertThat(read.options().sizes())
        .isEqualTo(new CassandraOptions.NodeSizes(0.4, 2_000, 512, 2_500));
    assertThat(command.chunkCache).isEqualTo(40);
    assertThat(command.overheadPairs).isEqualTo(20);
    assertThat(command.overheadPhase).isEqualTo(Duration.ofSeconds(30));
    assertThat(read.options().after()).isEqualTo(Duration.ofSeconds(30));
    assertThat(read.options().agent()).isEqualTo("lz4=on,replay-threads=1");
    assertThat(read.options().jvm()).isEqualTo("-XX:TieredStopAtLevel=1");
  }

  @Test
  void whatTheModeSetsCannotBeAnOptionOfTheAgent() throws IOException {
    packAgent();
    Read<CassandraOptions> read = read("--agent-options=lz4=on,apply-percent=10");

    assertThat(read.problems())
        .singleElement()
        .asString()
        .contains("--agent-options has 'apply-percent=10'", "--modes");
  }

  @Test
  void workloadsWithoutUpdatesHaveNoDisjointRows() {
    Read<CassandraOptions> read = read("--modes=stock", "--disjoint");

    assertThat(read.problems()).singleElement().asString().contains("--workload B or R80");
  }

  @Test
  void trafficThatMovesNeedsAMoment() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute("bench", "traffic", "--move-to=cassandra-2", "--distribution=x", "--rows=1");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--move-to needs --move-after or --move-file", "--distribution is 'x'", "--rows");
  }
}
