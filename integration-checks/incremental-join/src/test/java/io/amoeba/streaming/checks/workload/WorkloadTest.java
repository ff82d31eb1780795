package io.amoeba.streaming.checks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.checks.history.HistoryChecker;
import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.Verdict;
import io.amoeba.streaming.checks.history.VersionSet;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private static final WorkloadSettings SETTINGS = new WorkloadSettings(20, 3, 3, 20_000, 20_000);
  private static final int REPLICATION_FACTOR = 3;
  private static final long SEED = 7;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static Verdict run(VersionStore store) throws InterruptedException {
    Workload workload = new Workload(store, SETTINGS, SEED);
    workload.fill();
    workload.start();
    workload.awaitFurtherWrites(500, LIMIT);
    workload.stop();
    return HistoryChecker.check(new FinalReading(store).complete(REPLICATION_FACTOR, workload));
  }

  @Test
  void soundStoreHasACleanHistory() throws Exception {
    Verdict verdict = run(new InMemoryVersionStore());

    assertThat(verdict.isClean()).as(verdict.describe()).isTrue();
    assertThat(verdict.acknowledged()).isGreaterThanOrEqualTo(520);
  }

  @Test
  void writesThatOneReplicaOnlyKeepsAreFound() throws Exception {
    Verdict verdict =
        run(
            new InMemoryVersionStore() {
              @Override
              boolean keeps(int replica, int version) {
                return version != 2 || replica == 1;
              }
            });

    // Every key has a second version; reads ask replica 1 and see it, so only the copies tell.
    assertThat(verdict.lostWrites()).isEqualTo(SETTINGS.keys());
    assertThat(verdict.staleReads()).isZero();
  }

  @Test
  void readsThatMissAcknowledgedWritesAreFound() throws Exception {
    Verdict verdict =
        run(
            new InMemoryVersionStore() {
              @Override
              boolean keeps(int replica, int version) {
                return version != 2 || replica == 3;
              }
            });

    assertThat(verdict.staleReads()).isPositive();
    assertThat(verdict.isClean()).isFalse();
  }

  @Test
  void refusedAndFailedRequestsAreRecordedAsSuch() throws Exception {
    Verdict verdict =
        run(
            new InMemoryVersionStore() {
              private final AtomicInteger failures = new AtomicInteger(10);

              @Override
              public void write(int coordinator, String key, int version, Level level)
                  throws WriteRefusedException {
                if (coordinator == 2 && level != Level.ALL) {
                  throw new WriteRefusedException(new IllegalStateException("node 2 is down"));
                }
                super.write(coordinator, key, version, level);
                if (coordinator == 3 && level != Level.ALL) {
                  throw new IllegalStateException("the answer was lost");
                }
              }

              @Override
              public VersionSet read(int coordinator, String key, Level level) {
                if (coordinator == 1 && failures.getAndDecrement() > 0) {
                  throw new IllegalStateException("the answer was lost");
                }
                return super.read(coordinator, key, level);
              }
            });

    assertThat(verdict.refused()).isPositive();
    assertThat(verdict.unknown()).isPositive();
    assertThat(verdict.failedReads()).isPositive();
  }

  @Test
  void waitingForWritesThatDoNotComeEnds() {
    Workload workload = new Workload(new InMemoryVersionStore(), SETTINGS, SEED);

    assertThatThrownBy(() -> workload.awaitFurtherWrites(1, Duration.ofMillis(50)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Only 0 of 1");
  }
}
