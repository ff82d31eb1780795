package io.amoeba.experiments.priority;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Parsed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PriorityCommandTest {
  @TempDir Path distribution;

  @BeforeEach
  void haveTheAgent() throws IOException {
    Path jar = distribution.resolve("cassandra-lib/request-priority-agent.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
  }

  private Parsed.Read<PriorityOptions> read(String... words) {
    return Parsed.read(new PriorityCommand(4, distribution), PriorityCommand::options, words);
  }

  @Test
  void everyLoadHasAllModes() {
    PriorityOptions options =
        read("--modes=full,limit-2", "--high=1,4", "--high-rate=200/s,closed").options();

    assertThat(options.loads())
        .containsExactly(HighLoad.perSecond(200), HighLoad.inFlight(1), HighLoad.inFlight(4));
    assertThat(options.modes())
        .extracting(PriorityMode::name)
        .containsExactly("alone", "stock", "full", "limit-2");
    assertThat(options.phases()).isEqualTo(3 * 4 * 8);
  }

  @Test
  void defaultsAreThoseOfTheGoals() {
    Parsed.Read<PriorityOptions> read = read();

    assertThat(read.problems()).isEmpty();
    assertThat(read.options().low()).isEqualTo(31);
    assertThat(read.options().loads())
        .isEqualTo(List.of(HighLoad.inFlight(1), HighLoad.perSecond(200)));
    assertThat(read.options().phase()).isEqualTo(Duration.ofSeconds(20));
    assertThat(read.options().nodeCpus()).isEqualTo(2);
    assertThat(read.options().stageThreads()).isZero();
    assertThat(read.options().hasSlowDisks()).isFalse();
  }

  @Test
  void everythingWrongIsReportedAtOnce() throws IOException {
    Files.delete(distribution.resolve("cassandra-lib/request-priority-agent.jar"));
    PriorityCommand command = new PriorityCommand(4, distribution);
    CommandLine line = new CommandLine(command);
    StringWriter err = new StringWriter();
    line.setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "--modes=fast",
            "--nodes=2",
            "--low=0",
            "--high=x,2000",
            "--high-rate=0/s",
            "--reads=2",
            "--phase=1ms",
            "--node-cpus=4",
            "--stage-threads=129",
            "--disk-latency=2s");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--modes is 'fast': use some of alone, stock")
        .contains("--nodes is '2': use 1 or 3")
        .contains("--low is '0': use an integer from 1 to 1000")
        .contains("--high is 'x': use an integer from 1 to 1000", "--high is '2000'")
        .contains("--high-rate is '0/s': use some of closed, and rates from 1/s to 99999/s")
        .contains("--reads is '2", "--phase is '1ms': use a time from 1s to 10m")
        .contains("--node-cpus is '4': use an integer from 0 to 3")
        .contains("--stage-threads is '129': use an integer from 0 to 128")
        .contains("--disk-latency is '2s': use a time from 0s to 1s")
        .contains("request-priority-agent.jar: build it");
  }

  @Test
  void aSlowDiskNeedsRequestsThatRead() {
    assertThat(read("--disk-latency=4ms").options().diskLatency()).isEqualTo(Duration.ofMillis(4));
    assertThat(read("--disk-latency=4ms", "--reads=0").problems())
        .containsExactly(
            "--disk-latency is set, but --reads is 0: no request would wait for a disk");
  }

  @Test
  void aNumberInFlightNeedsAClosedLoop() {
    assertThat(read("--high=2", "--high-rate=200/s").problems())
        .containsExactly("--high is set, but --high-rate has no 'closed': omit one of them");
  }

  @Test
  void cpusAreAListAsTheKernelWritesIt() {
    assertThat(CpuSplit.parse("0-2,5")).containsExactly(0, 1, 2, 5);
    assertThat(CpuSplit.usual(1)).isZero();
    assertThat(CpuSplit.usual(2)).isOne();
    assertThat(CpuSplit.usual(8)).isEqualTo(2);
  }

  @Test
  void nodesAndClientsHaveCpusOfTheirOwnWhereThereAreEnough() {
    List<Integer> eight = List.of(0, 1, 2, 3, 4, 5, 6, 7);

    assertThat(CpuSplit.of(eight, 3, 2)).hasToString("nodes on CPUs 0,1; 2,3; 4,5, clients on 6,7");
    assertThat(CpuSplit.of(List.of(4, 5), 1, 1)).hasToString("nodes on CPUs 4, clients on 5");
    assertThat(CpuSplit.of(List.of(4, 5), 1, 1).prefix(1)).containsExactly("taskset", "-c", "4");
    assertThat(CpuSplit.of(List.of(0, 1), 3, 1).prefix(3)).containsExactly("taskset", "-c", "0");
    assertThat(CpuSplit.of(List.of(0), 1, 1).isSplit()).isFalse();
    assertThat(CpuSplit.of(eight, 1, 0).prefix(1)).isEmpty();
  }
}
