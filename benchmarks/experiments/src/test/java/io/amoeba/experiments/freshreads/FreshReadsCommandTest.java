package io.amoeba.experiments.freshreads;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Parsed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FreshReadsCommandTest {
  private static Parsed.Read<FreshReadsOptions> read(String... words) {
    return Parsed.read(new FreshReadsCommand(), FreshReadsCommand::options, words);
  }

  @Test
  void defaultsAreThoseOfTheGoals() {
    Parsed.Read<FreshReadsOptions> read = read();

    assertThat(read.problems()).isEmpty();
    assertThat(read.options().modes()).containsExactlyInAnyOrderElementsOf(ReadMode.ALL);
    assertThat(read.options().scenarios())
        .extracting(scenario -> scenario.label(0))
        .containsExactly(
            "YCSB-B, 10 clients",
            "YCSB-B, 180 clients",
            "YCSB-A, 10 clients",
            "YCSB-A, 180 clients");
    assertThat(read.options().bound()).isEqualTo(Duration.ofSeconds(1));
    assertThat(read.options().inContainers()).isTrue();
    assertThat(read.options().fields()).isEqualTo(30_000);
    assertThat(read.options().hasFaults()).isFalse();
  }

  @Test
  void baselinesAreAlwaysMeasured() {
    FreshReadsOptions options =
        read("--modes=fresh-100", "--scenarios=stale-replica", "--clients=7,3").options();

    assertThat(options.modes())
        .extracting(ReadMode::name)
        .containsExactly("primary", "replicas", "paper", "fresh", "fresh-100");
    assertThat(options.scenarios().get(0).label(0)).isEqualTo("stale-replica: YCSB-B, 7 clients");
    assertThat(options.hasFaults()).isTrue();
  }

  @Test
  void onlyThePapersControllerWarmsUpForLong() {
    FreshReadsOptions options =
        read(
                "--scenarios=b,burst",
                "--clients=20",
                "--modes=fresh",
                "--rounds=2",
                "--phase=10s",
                "--step=30s",
                "--warm-up=100s")
            .options();

    assertThat(options.warmUp(ReadMode.PAPER)).isEqualTo(Duration.ofSeconds(100));
    assertThat(options.warmUp(ReadMode.FRESH)).isEqualTo(Duration.ofSeconds(10));
    assertThat(options.traffic().toSeconds())
        .isEqualTo(100 + 3 * 10 + 4 * 2 * (10 + 1) + 4 * 2 * 3 * 30);
  }

  @Test
  void everythingWrongIsReportedAtOnce() {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new FreshReadsCommand())
            .setErr(new PrintWriter(err))
            .execute(
                "--scenarios=c",
                "--modes=fast",
                "--clients=0,x",
                "--rounds=0",
                "--phase=1ms",
                "--step=1s",
                "--warm-up=2h",
                "--think=2s",
                "--bound=1ms",
                "--fields=0",
                "--servers=cloud",
                "--server-cpus=2");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--scenarios is 'c': use some of b, a, more-reads")
        .contains("--modes is 'fast': use some of primary, replicas")
        .contains("--clients is '0': use an integer from 1 to 1000", "--clients is 'x'")
        .contains("--rounds is '0': use an integer from 1 to 100")
        .contains("--phase is '1ms': use a time from 1s to 10m")
        .contains("--step is '1s': use a time from 4s to 30m")
        .contains("--warm-up is '2h'", "--think is '2s'")
        .contains("--bound is '1ms': use a time from 10ms to 10m")
        .contains("--fields is '0': use an integer from 1 to 50000")
        .contains("--servers is 'cloud': use container or process")
        .contains("--server-cpus is '2");
  }

  @Test
  void colocatedClientsAskProcessesForSmallRecords() {
    Parsed.Read<FreshReadsOptions> read = read("--scenarios=colocated", "--modes=fresh");

    assertThat(read.problems()).isEmpty();
    assertThat(read.options().inContainers()).isFalse();
    assertThat(read.options().think()).isZero();
    assertThat(read.options().fields()).isEqualTo(10);
    assertThat(read("--scenarios=colocated", "--fields=1", "--servers=process").problems())
        .isEmpty();
  }

  @Test
  void whatContradictsColocatedClientsIsReportedAtOnce() {
    assertThat(
            read(
                    "--scenarios=b,colocated",
                    "--clients=8",
                    "--think=1ms",
                    "--step=5s",
                    "--servers=container",
                    "--server-cpus=0.5")
                .problems())
        .containsExactly(
            "--scenarios has 'colocated' beside others, and its servers and records are other ones: run it alone",
            "--clients cannot be combined with --scenarios colocated: omit it",
            "--think cannot be combined with --scenarios colocated: omit it",
            "--step cannot be combined with --scenarios colocated: omit it",
            "--server-cpus cannot be combined with --scenarios colocated: omit it",
            "--servers is 'container', and --scenarios colocated needs a primary on the host of its clients: use process, or omit it");
  }

  @Test
  void processesHaveNoLimitOfCpuTime() {
    assertThat(
            read("--servers=process", "--scenarios=b,slow-replica", "--server-cpus=0.5").problems())
        .containsExactly(
            "--server-cpus cannot be combined with --servers process: omit it",
            "--scenarios has 'slow-replica', and processes have no limit of CPU time: use --servers container");
  }
}
