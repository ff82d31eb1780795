package io.amoeba.experiments.readshift;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.experiments.leadership.LeadershipCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ShiftArgumentsTest {
  @TempDir private Path distribution = Path.of("");

  @BeforeEach
  void distribute() throws IOException {
    Path agents = Files.createDirectories(distribution.resolve("cassandra-lib"));
    Files.createFile(agents.resolve("read-shift-agent.jar"));
    Files.createFile(agents.resolve("read-hints-agent.jar"));
  }

  private ShiftOptions options(String... words) {
    LeadershipCommand command = new LeadershipCommand(distribution);
    new CommandLine(command)
        .parseArgs(
            Stream.concat(
                    Stream.of("--store=cassandra", "--report=" + distribution.resolve("r.html")),
                    Stream.of(words))
                .toArray(String[]::new));
    return ((ShiftExperiment) command.experiment()).options();
  }

  private String refusal(String... words) {
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new LeadershipCommand(distribution))
            .setErr(new PrintWriter(err))
            .execute(words);
    assertThat(exitCode).isEqualTo(2);
    return err.toString();
  }

  @Test
  void compactionsAreMeasuredWithAndWithoutTurns() {
    ShiftOptions options = options("--servers=process");

    assertThat(options.work()).isEqualTo(NodeWork.COMPACTION);
    assertThat(options.modes())
        .containsExactly(ShiftMode.STOCK, ShiftMode.SEVERITY, ShiftMode.TURNS);
    assertThat(options.clusters()).containsExactly(false);
    assertThat(options.load()).isEqualTo("compaction, YCSB-A, ONE");
    assertThat(options.cycle()).isEqualTo(Duration.ofSeconds(90));
    assertThat(options.servers()).isEqualTo("processes that share the machine's CPUs and disk");
  }

  @Test
  void containersHaveLimitsOfTheDiskAndTheMemory() {
    ShiftOptions options =
        options("--device-read-iops=250", "--memory=2000", "--cpus-per-node=0.4");

    assertThat(options.limitsReads()).isTrue();
    assertThat(options.servers())
        .isEqualTo("containers with 0.40 CPUs and 2000 MiB each, 250 reads/s from the disk");
    assertThat(options().limitsReads()).isFalse();
  }

  @Test
  void modesWithHintsHaveNodesOfTheirOwn() {
    ShiftOptions options =
        options(
            "--servers=process",
            "--work=backup",
            "--modes=severity-hints",
            "--consistency=QUORUM",
            "--read=0.95",
            "--rate=500",
            "--quick",
            "--rounds=2");

    assertThat(options.modes()).containsExactly(ShiftMode.STOCK, ShiftMode.SEVERITY_HINTS);
    assertThat(options.clusters()).containsExactly(false, true);
    assertThat(options.consistency()).isEqualTo(DefaultConsistencyLevel.QUORUM);
    assertThat(options.load()).isEqualTo("backup, YCSB-B, QUORUM, 500/s");
    assertThat(options.rows()).isEqualTo(20_000);
    assertThat(options.rounds()).isEqualTo(2);
    assertThat(options.cycle()).isEqualTo(Duration.ofSeconds(18));
  }

  @Test
  void everythingWrongIsReportedAtOnce() throws IOException {
    Files.delete(distribution.resolve("cassandra-lib/read-shift-agent.jar"));

    assertThat(
            refusal(
                "--store=cassandra",
                "--work=save",
                "--modes=moved",
                "--servers=process",
                "--consistency=ALL",
                "--rows=10",
                "--memory=2000",
                "--device-read-iops=5",
                "--cpus-per-node=0.5",
                "--size-mib=16",
                "--kill=new@working",
                "--rate=5",
                "--in-flight=1"))
        .contains("--work is 'save': use compaction or backup")
        .contains("--modes is 'moved': use some of stock, severity, severity-hints, turns")
        .contains("--consistency is 'ALL': use ONE or QUORUM")
        .contains("--rows is '10': use an integer from 1000 to 10000000")
        .contains("--memory cannot be combined with --servers process: omit it")
        .contains("--device-read-iops cannot be combined with --servers process: omit it")
        .contains("--device-read-iops is '5': use 0 (no limit), or 10 at least")
        .contains("--cpus-per-node cannot be combined with --servers process: omit it")
        .contains("--size-mib cannot be combined with --store cassandra: omit it")
        .contains("--kill cannot be combined with --store cassandra: omit it")
        .contains("--in-flight cannot be combined with --rate: omit it")
        .contains("read-shift-agent.jar: build it with `mvn package`");
  }

  @Test
  void aBackupTakesNoTurns() {
    assertThat(
            refusal(
                "--store=cassandra",
                "--work=backup",
                "--modes=turns-hints",
                "--compaction-rate=8",
                "--servers=process"))
        .contains(
            "--modes has 'turns-hints', and a backup is the work of one node: use severity, severity-hints or --work compaction")
        .contains("--compaction-rate cannot be combined with --work backup: omit it");
  }

  @Test
  void optionsOfCassandraAreNoneOfRedis() {
    assertThat(refusal("--rows=5000", "--consistency=ONE"))
        .contains("--rows cannot be combined with --store redis: omit it")
        .contains("--consistency cannot be combined with --store redis: omit it");
  }
}
