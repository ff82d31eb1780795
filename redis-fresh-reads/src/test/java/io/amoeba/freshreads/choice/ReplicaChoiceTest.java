package io.amoeba.freshreads.choice;

import static io.amoeba.freshreads.choice.ReplicaChoice.PRIMARY;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplicaChoiceTest {

  private static final int READS = 10_000;
  private static final int ALL = 0b111;

  private final NodeLoad primary = new NodeLoad();
  private final NodeLoad[] replicas = {new NodeLoad(), new NodeLoad(), new NodeLoad()};
  private final Random random = new Random(37);
  private long now = 5_000_000_000_000L;
  private final ReplicaChoice choice = new ReplicaChoice(0.1, now);

  @Test
  void primaryServesAllReadsWhileItIsAsFast() {
    latencies(100_000, 100_000, 95_000, 98_000);
    adjustSeveralTimes(50);

    int[] chosen = choices(ALL);

    assertThat(chosen[0]).isEqualTo(READS);
  }

  @Test
  void slowPrimaryLosesTheReadsToTheFastestReplica() {
    latencies(900_000, 200_000, 100_000, 300_000);
    adjustSeveralTimes(50);

    int[] chosen = choices(ALL);

    assertThat(choice.share()).isEqualTo(1);
    assertThat(chosen[2]).isEqualTo(READS);
  }

  @Test
  void readsInFlightMakeANodeLoseReads() {
    latencies(900_000, 200_000, 100_000, 300_000);
    adjustSeveralTimes(50);
    replicas[1].sent(now);
    replicas[1].sent(now);

    int[] chosen = choices(ALL);

    assertThat(chosen[1]).isEqualTo(READS);
  }

  @Test
  void busyReplicasLeaveReadsToThePrimary() {
    latencies(300_000, 100_000, 100_000, 100_000);
    adjustSeveralTimes(50);
    for (NodeLoad load : replicas) {
      for (int i = 0; i < 3; i++) {
        load.sent(now);
      }
    }

    assertThat(choices(ALL)[0]).isEqualTo(READS);
  }

  @Test
  void equalReplicasGetEqualParts() {
    latencies(900_000, 100_000, 100_000, 100_000);
    adjustSeveralTimes(50);

    int[] chosen = choices(ALL);

    for (int replica = 1; replica <= 3; replica++) {
      assertThat(chosen[replica]).isCloseTo(READS / 3, within(300));
    }
  }

  @Test
  void readsBeyondTheShareGoToThePrimary() {
    latencies(900_000, 100_000, 100_000, 100_000);
    adjustSeveralTimes(3);

    assertThat(choice.share()).isCloseTo(0.3, within(0.001));
    assertThat(choices(ALL)[0]).isCloseTo(READS * 7 / 10, within(300));
  }

  @Test
  void primaryServesAllReadsWithoutFreshReplicas() {
    latencies(900_000, 100_000, 100_000, 100_000);
    adjustSeveralTimes(50);

    assertThat(choices(0)[0]).isEqualTo(READS);
  }

  @Test
  void onlyFreshReplicasAreConsidered() {
    latencies(900_000, 1_000, 300_000, 200_000);
    adjustSeveralTimes(50);

    assertThat(choices(0b110)[3]).isEqualTo(READS);
  }

  @Test
  void equalFreshReplicasGetEqualPartsBesideAStaleOne() {
    latencies(900_000, 100_000, 100_000, 100_000);
    adjustSeveralTimes(50);

    int[] chosen = choices(0b101);

    assertThat(chosen[1]).isCloseTo(READS / 2, within(300));
    assertThat(chosen[3]).isCloseTo(READS / 2, within(300));
  }

  @Test
  void aFreshReplicaIsChosenWhateverTheLoadOfThePrimary() {
    assertThat(ReplicaChoice.chooseReplica(replicas, 0b100, random.nextLong())).isEqualTo(2);

    latencies(1_000, 300_000, 200_000, 900_000);

    assertThat(ReplicaChoice.chooseReplica(replicas, ALL, random.nextLong())).isEqualTo(1);
  }

  @Test
  void choiceExploresUntilProbesShowWhetherThePrimaryIsSlow() {
    assertThat(choice.explores()).isFalse();
    for (int i = 0; i < LatencyWindow.SIZE; i++) {
      answer(primary, 900_000);
      replicas[1].probed(100_000, now);
    }
    adjustSeveralTimes(1);
    assertThat(choice.explores()).isTrue();

    for (int i = 0; i < 4; i++) {
      primary.probed(800_000, now);
    }
    adjustSeveralTimes(1);
    assertThat(choice.explores()).isFalse();
    assertThat(choice.share()).isCloseTo(0.02 + 0.1 * 6.9, within(0.01));
  }

  @Test
  void replicaWithoutLatenciesIsNeverChosen() {
    latencies(900_000, 200_000, 300_000, 250_000);
    adjustSeveralTimes(50);
    replicas[2] = new NodeLoad();

    int[] chosen = choices(ALL);

    assertThat(chosen[3]).isZero();
    assertThat(chosen[1]).isEqualTo(READS);
  }

  private void latencies(long ofPrimary, long... ofReplicas) {
    for (int i = 0; i < LatencyWindow.SIZE; i++) {
      answer(primary, ofPrimary);
      for (int replica = 0; replica < replicas.length; replica++) {
        answer(replicas[replica], ofReplicas[replica]);
      }
    }
  }

  private void answer(NodeLoad load, long latencyNanos) {
    load.sent(now);
    load.answered(latencyNanos, now);
  }

  private void adjustSeveralTimes(int times) {
    for (int i = 0; i < times; i++) {
      now += MILLISECONDS.toNanos(10);
      choice.adjust(primary, replicas, ALL, now);
    }
  }

  /**
   * Reads of the primary, then of each replica.
   *
   * @param fresh one bit for each replica
   */
  private int[] choices(int fresh) {
    int[] chosen = new int[replicas.length + 1];
    for (int i = 0; i < READS; i++) {
      int choice = this.choice.choose(primary, replicas, fresh, random.nextLong());
      chosen[choice == PRIMARY ? 0 : choice + 1]++;
    }
    return chosen;
  }
}
