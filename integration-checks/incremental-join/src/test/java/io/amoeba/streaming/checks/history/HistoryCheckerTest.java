package io.amoeba.streaming.checks.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A checker that cannot fail proves nothing: each rule is broken here by hand. */
class HistoryCheckerTest {
  private static final int REPLICATION_FACTOR = 3;
  private static final String KEY = "a";

  private final List<Write> writes = new ArrayList<>();
  private final List<Read> reads = new ArrayList<>();
  private final List<Read> finalReads = new ArrayList<>();
  private final List<ReplicaCopy> copies = new ArrayList<>();

  private Write write(int version, Level level, long begin, long end, Outcome outcome) {
    Write write = new Write(KEY, version, level, 1, begin, end, outcome);
    writes.add(write);
    return write;
  }

  private Write acknowledged(int version, long begin, long end) {
    return write(version, Level.QUORUM, begin, end, Outcome.OK);
  }

  private Read read(long begin, long end, int... seen) {
    Read read = new Read(KEY, VersionSet.of(seen), Level.QUORUM, 2, begin, end);
    reads.add(read);
    return read;
  }

  private void finallyRead(int... seen) {
    finalReads.add(new Read(KEY, VersionSet.of(seen), Level.QUORUM, 2, 1_000, 1_001));
    finalReads.add(new Read(KEY, VersionSet.of(seen), Level.ALL, 2, 1_002, 1_003));
  }

  private void copy(int replica, int... seen) {
    copies.add(new ReplicaCopy(KEY, replica, VersionSet.of(seen)));
  }

  private void copiesEverywhere(int... seen) {
    for (int replica = 1; replica <= REPLICATION_FACTOR; replica++) {
      copy(replica, seen);
    }
  }

  private Verdict check() {
    return HistoryChecker.check(
        new History(REPLICATION_FACTOR, writes, reads, 0, finalReads, copies));
  }

  @Test
  void historyInWhichEveryAcknowledgedWriteIsSeenIsClean() {
    acknowledged(1, 0, 10);
    acknowledged(2, 5, 15);
    read(20, 30, 1, 2);
    finallyRead(1, 2);
    copiesEverywhere(1, 2);

    Verdict verdict = check();

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.isClean()).isTrue();
    assertThat(verdict.acknowledged()).isEqualTo(2);
  }

  @Test
  void readThatMissesAnEarlierAcknowledgedWriteIsStale() {
    Write missed = acknowledged(1, 0, 10);
    acknowledged(2, 5, 15);
    Read stale = read(20, 30, 2);
    finallyRead(1, 2);
    copiesEverywhere(1, 2);

    Verdict verdict = check();

    assertThat(verdict.violations()).containsExactly(new Violation.StaleRead(missed, stale));
    assertThat(verdict.staleReads()).isOne();
    assertThat(verdict.lostWrites()).isZero();
    assertThat(verdict.isClean()).isFalse();
  }

  @Test
  void readThatBeganBeforeTheAcknowledgementMayMissTheWrite() {
    acknowledged(1, 0, 10);
    read(10, 30);
    finallyRead(1);
    copiesEverywhere(1);

    assertThat(check().isClean()).isTrue();
  }

  @Test
  void levelsThatDoNotMeetPromiseNothing() {
    write(1, Level.ONE, 0, 10, Outcome.OK);
    acknowledged(2, 0, 10);
    write(3, Level.ALL, 0, 10, Outcome.OK);
    read(20, 30, 2, 3);
    reads.add(new Read(KEY, VersionSet.of(3), Level.ONE, 2, 20, 30));
    finallyRead(1, 2, 3);
    copiesEverywhere(1, 2, 3);

    assertThat(check().isClean()).isTrue();
  }

  @Test
  void readAtOneMustSeeWritesThatEveryReplicaHasAcknowledged() {
    write(1, Level.ALL, 0, 10, Outcome.OK);
    reads.add(new Read(KEY, VersionSet.EMPTY, Level.ONE, 2, 20, 30));
    finallyRead(1);
    copiesEverywhere(1);

    assertThat(check().staleReads()).isOne();
  }

  @Test
  void acknowledgedWriteThatAFinalReadMissesIsLost() {
    acknowledged(1, 0, 10);
    Write lost = acknowledged(2, 0, 10);
    read(5, 6);
    finallyRead(1);
    copiesEverywhere(1, 2);

    Verdict verdict = check();

    assertThat(verdict.lostWrites()).isOne();
    assertThat(verdict.violations())
        .containsExactly(
            new Violation.LostWrite(lost, finalReads.get(0)),
            new Violation.LostWrite(lost, finalReads.get(1)));
  }

  @Test
  void writeThatIsLeftOnFewerReplicasThanItsLevelPromisesIsLost() {
    Write lost = acknowledged(1, 0, 10);
    Write held = acknowledged(2, 0, 10);
    Write everywhere = write(3, Level.ALL, 0, 10, Outcome.OK);
    read(5, 6);
    finallyRead(1, 2, 3);
    copy(1, 1, 2, 3);
    copy(2, 2, 3);
    copy(4);

    Verdict verdict = check();

    assertThat(verdict.violations())
        .containsExactlyInAnyOrder(
            new Violation.MissingCopies(lost, 1, 2), new Violation.MissingCopies(everywhere, 2, 3));
    assertThat(verdict.lostWrites()).isEqualTo(2);
    assertThat(held.outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void unknownAndRefusedWritesMayBeMissing() {
    acknowledged(1, 0, 10);
    write(2, Level.QUORUM, 0, 10, Outcome.UNKNOWN);
    write(3, Level.QUORUM, 0, 10, Outcome.FAILED);
    read(20, 30, 1, 2);
    read(40, 50, 1);
    finallyRead(1);
    copiesEverywhere(1);

    Verdict verdict = check();

    assertThat(verdict.isClean()).isTrue();
    assertThat(verdict.unknown()).isOne();
    assertThat(verdict.refused()).isOne();
  }

  @Test
  void aVersionThatNoClientHadStartedToWriteIsAPhantom() {
    acknowledged(1, 0, 10);
    acknowledged(2, 40, 50);
    Read early = read(20, 30, 1, 2, 7);
    finallyRead(1, 2);
    copiesEverywhere(1, 2);

    assertThat(check().violations())
        .containsExactly(new Violation.Phantom(2, early), new Violation.Phantom(7, early));
  }

  @Test
  void keyWithoutFinalReadsOrCopiesIsReportedAsUnchecked() {
    acknowledged(1, 0, 10);
    read(20, 30, 1);
    copy(1, 1);
    copy(2, 1);

    Verdict verdict = check();

    assertThat(verdict.violations()).hasSize(3).allMatch(Violation.Unchecked.class::isInstance);
    assertThat(verdict.isClean()).isFalse();
  }

  @Test
  void historyInWhichNothingHappenedIsNotClean() {
    assertThat(check().isClean()).isFalse();
  }

  @Test
  void historyWithoutReadsIsNotClean() {
    acknowledged(1, 0, 10);
    finallyRead(1);
    copiesEverywhere(1);

    assertThat(check().isClean()).isFalse();
  }

  @Test
  void versionsThatAreNotUniqueAreRefused() {
    acknowledged(1, 0, 10);
    acknowledged(1, 20, 30);

    assertThatThrownBy(this::check).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void reportNamesCountsAndViolations() {
    acknowledged(1, 0, 10);
    read(20, 30);
    finallyRead(1);
    copiesEverywhere(1);

    assertThat(check().describe())
        .startsWith("1 writes acknowledged")
        .contains("1 stale reads", "stale: Write[key=a, version=1");
  }
}
