package io.amoeba.experiments.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Parsed;
import io.amoeba.experiments.followed.FollowedOptions;
import io.amoeba.experiments.leadership.LeadershipMode.Setup;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LeadershipCommandTest {
  private static Parsed.Read<LeadershipOptions> read(String... words) {
    return Parsed.read(new LeadershipCommand(), LeadershipCommand::options, words);
  }

  @Test
  void defaultsAreThoseOfTheGoals() {
    Parsed.Read<LeadershipOptions> read = read();

    assertThat(read.problems()).isEmpty();
    LeadershipOptions options = read.options();
    assertThat(options.modes()).containsExactly(LeadershipMode.STOCK, LeadershipMode.MOVED);
    assertThat(options.work()).isEqualTo(Work.SAVE);
    assertThat(options.mebibytes()).isEqualTo(1_024);
    assertThat(options.cpus()).isEqualTo(0.5);
    assertThat(options.isLimited()).isTrue();
    assertThat(options.load()).isEqualTo("save, YCSB-A");
    assertThat(options.steady()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.serverOptions(Setup.PLAIN)).containsEntry("appendonly", "no");
  }

  @Test
  void stockIsAlwaysMeasuredAndModesThatNeedOtherServersGetThem() {
    LeadershipOptions options =
        read("--work=rewrite", "--modes=cpulist,same-node", "--read=0.95", "--rate=6000").options();

    assertThat(options.modes())
        .containsExactly(LeadershipMode.STOCK, LeadershipMode.CPULIST, LeadershipMode.SAME_NODE);
    assertThat(options.setups()).containsExactly(Setup.PLAIN, Setup.CPULIST, Setup.SAME_NODE);
    assertThat(options.load()).isEqualTo("rewrite, YCSB-B, 6000/s");
    assertThat(options.serverOptions(Setup.PLAIN))
        .containsEntry("appendonly", "yes")
        .doesNotContainKey("bgsave_cpulist");
    assertThat(options.serverOptions(Setup.CPULIST))
        .containsKeys("server_cpulist", "bgsave_cpulist", "aof_rewrite_cpulist");
    assertThat(options.serverOptions(Setup.SAME_NODE))
        .as("no replica of two goes to a primary without one")
        .containsEntry("cluster-migration-barrier", "100");
  }

  @Test
  void everythingWrongIsReportedAtOnce() {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new LeadershipCommand())
            .setErr(new PrintWriter(err))
            .execute(
                "--store=mongo",
                "--work=compaction",
                "--modes=followed",
                "--size-mib=0",
                "--cpus-per-node=2",
                "--replicas=0",
                "--read=1.5",
                "--rounds=0",
                "--seconds=1",
                "--in-flight=0",
                "--rate=0",
                "--kill=voter@working",
                "--servers=cloud");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--store is 'mongo': use redis or cassandra")
        .contains("--work is 'compaction': use save, rewrite or backup")
        .contains("--modes is 'followed': use some of stock, cpulist, manual, moved, same-node")
        .contains("--size-mib is '0': use an integer from 1 to 16384")
        .contains("--cpus-per-node is '2")
        .contains("--replicas is '0': use an integer from 1 to 3")
        .contains("--read is '1.5': use a number from 0 to 1")
        .contains("--rounds is '0': use an integer from 1 to 100")
        .contains("--seconds is '1': use an integer from 3 to 3600")
        .contains("--in-flight is '0': use an integer from 1 to 1000")
        .contains("--rate is '0': use an integer from 1 to 1000000")
        .contains("--in-flight cannot be combined with --rate: omit it")
        .contains("--kill is 'voter@working': use one of former@leading-away, ")
        .contains("--servers is 'cloud': use container or process");
  }

  @Test
  void aServerIsKilledWhereTheLeadMovesBetweenServersThatStartAgain() {
    LeadershipOptions options = read("--kill=new@leading-away").options();

    assertThat(options.load()).isEqualTo("save, YCSB-A, killed new@leading-away");
    assertThat(options.modes()).containsExactly(LeadershipMode.STOCK, LeadershipMode.MANUAL);
    assertThat(KillPoint.of("former@working").filter(KillPoint::sparesLeader)).isPresent();
    assertThat(KillPoint.ALL).hasSize(9).filteredOn(KillPoint::sparesLeader).hasSize(4);
    assertThat(read("--kill=new@working", "--work=backup", "--modes=same-node").problems())
        .containsExactly(
            "--kill needs a change of the lead, and --work backup has none: omit it",
            "--kill is 'new@working', which is for mode manual alone: use --modes manual");
  }

  @Test
  void aCoordinatorIsKilledWhereItMovesTheLead() {
    assertThat(read("--kill=coordinator@returning").options().modes())
        .containsExactly(LeadershipMode.STOCK, LeadershipMode.MOVED);
    assertThat(read("--kill=coordinator@returning", "--modes=manual,moved").problems())
        .containsExactly(
            "--kill is 'coordinator@returning', which is for mode moved alone: use --modes moved");
  }

  @Test
  void aBackupIsTakenFromAReplicaWithoutACoordinator() {
    assertThat(read("--work=backup").options().modes())
        .containsExactly(LeadershipMode.STOCK, LeadershipMode.MANUAL);
    assertThat(read("--work=backup", "--modes=moved").problems())
        .containsExactly(
            "--modes has 'moved', and --work backup has no change of the lead: use manual");
  }

  @Test
  void processesHaveNeitherNodesNorLimits() {
    assertThat(
            read("--servers=process", "--work=backup", "--modes=same-node", "--cpus-per-node=0.5")
                .problems())
        .containsExactly(
            "--cpus-per-node cannot be combined with --servers process: omit it",
            "--modes has 'same-node', and processes have no nodes: use --servers container",
            "--work is 'backup', whose copy goes to a container: use --servers container");
  }

  @Test
  void aJobHasItsOwnTrafficAndModes() {
    Parsed.Read<FollowedOptions> read =
        Parsed.read(
            new LeadershipCommand(),
            LeadershipCommand::followed,
            "--with-job",
            "--size-mib=64",
            "--rounds=2");

    assertThat(read.problems()).isEmpty();
    assertThat(read.options().mebibytes()).isEqualTo(64);
    assertThat(read.options().rounds()).isEqualTo(2);
    assertThat(
            Parsed.read(
                    new LeadershipCommand(),
                    LeadershipCommand::followed,
                    "--with-job",
                    "--modes=moved",
                    "--seconds=60")
                .problems())
        .containsExactly(
            "--modes cannot be combined with --with-job: omit it",
            "--seconds cannot be combined with --with-job: omit it");
  }
}
