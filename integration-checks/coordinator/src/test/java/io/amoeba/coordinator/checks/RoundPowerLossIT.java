package io.amoeba.coordinator.checks;

import static io.amoeba.coordinator.checks.RoundShard.CANDIDATE;
import static io.amoeba.coordinator.checks.RoundShard.FORMER;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.checks.JournaledOperation.End;
import io.amoeba.coordinator.checks.JournaledOperation.Report;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers lose power in a round, while clients write. Each server has a disk of its own, and forces
 * every write to it before it acknowledges it. No replica takes over by itself: then Redis itself
 * may lose the last writes.
 */
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class RoundPowerLossIT {

  @TempDir private Path folder = Path.of("");
  private StoreOnDisks disks;
  private RoundShard shard;

  @BeforeEach
  void start() throws IOException {
    Map<String, String> config = new HashMap<>(RoundShard.CONFIG);
    config.putAll(RealStore.FORCED);
    config.put("cluster-replica-no-failover", "yes");
    disks = StoreOnDisks.start(folder.resolve("disks"), config);
    shard = new RoundShard(disks.store, folder);
  }

  @AfterEach
  void end() throws IOException {
    if (shard != null) {
      shard.close();
    }
    if (disks != null) {
      disks.close();
    }
  }

  @Test
  void theFormerPrimaryLosesPowerWhileItWorksAndFollowsWhenItIsBack() throws InterruptedException {
    try (AcknowledgedWrites writes = shard.writes()) {
      writes.awaitMore(100);

      Report report = roundAnd("WORKING", () -> disks.losePower(FORMER));

      assertThat(report.end()).as("%s", report).isEqualTo(End.FAILED);
      assertThat(report.problems().get(0)).contains("leads on");
      disks.startAgain(FORMER);
      shard.awaitLeader(CANDIDATE);
      shard.awaitInSync(FORMER);
      assertAll(writes);
    }
  }

  @Test
  void theServerThatLeadsMeanwhileLosesPower() throws InterruptedException {
    try (AcknowledgedWrites writes = shard.writes()) {
      writes.awaitMore(100);

      Report report = roundAnd("WORKING", () -> losePowerWhenItHasWritten(writes, CANDIDATE));

      assertEnded(report, writes);
    }
  }

  @Test
  void bothServersLosePowerWhileTheLeadIsAway() throws InterruptedException {
    try (AcknowledgedWrites writes = shard.writes()) {
      writes.awaitMore(100);

      Report report =
          roundAnd("WORKING", () -> losePowerWhenItHasWritten(writes, CANDIDATE, FORMER));

      assertEnded(report, writes);
    }
  }

  @Test
  void thePrimaryLosesPowerRightAfterItsRound() throws InterruptedException {
    try (AcknowledgedWrites writes = shard.writes()) {
      writes.awaitMore(100);
      Report report = shard.operation(KeepUpServers.KIND).begin(shard.round(UpkeepKind.SAVE));
      assertThat(report).isEqualTo(new Report(End.DONE, List.of()));

      losePowerWhenItHasWritten(writes, FORMER);

      assertEnded(report, writes);
    }
  }

  private Report roundAnd(String phase, Runnable event) throws InterruptedException {
    JournaledOperation<?> operation = shard.operation(KeepUpServers.KIND);
    operation.onWrite(RoundShard.once(phase, event));
    return operation.begin(shard.round(UpkeepKind.SAVE));
  }

  /** The servers are there again at once. */
  private void losePowerWhenItHasWritten(AcknowledgedWrites writes, Integer... nodes) {
    writes.awaitMore(100);
    disks.losePower(nodes);
    disks.startAgain(nodes);
  }

  /** A round that cannot be finished leaves the lead where it is. */
  private void assertEnded(Report report, AcknowledgedWrites writes) throws InterruptedException {
    assertThat(report.end()).as("%s", report).isIn(End.DONE, End.FAILED);
    shard.awaitLeader(report.end() == End.DONE ? FORMER : CANDIDATE);
    assertAll(writes);
  }

  private void assertAll(AcknowledgedWrites writes) throws InterruptedException {
    writes.awaitMore(100);
    writes.endAndCheck();
    long keys = disks.store.on(FORMER, redis -> redis.dbsize());
    assertThat(keys).isGreaterThanOrEqualTo(RoundShard.KEYS);
  }
}
