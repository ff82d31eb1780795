package io.amoeba.linearroad.job.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderProbeTest {
  private static final long ROUTER = 77;
  private static final int HASH_SLOT = 5;

  @TempDir private Path folder;

  @Test
  void accessesOneAfterTheOtherAreClean() throws IOException {
    log(0, 0, access(0, 1, 10, 20), access(1, 2, 12, 20));
    log(1, 0, access(2, 1, 20, 30));

    assertThat(OrderProbe.check(folder)).isEqualTo(new OrderProbe.Result(3, 0, 0, 0));
  }

  @Test
  void anAccessThatBeginsBeforeItsPredecessorEndsIsReordered() throws IOException {
    log(0, 0, access(0, 1, 10, 20));
    log(1, 0, access(1, 1, 19, 30));

    assertThat(OrderProbe.check(folder).keyReorderings()).isEqualTo(1);
  }

  @Test
  void differentKeysMayOverlap() throws IOException {
    log(0, 0, access(0, 1, 10, 20));
    log(1, 0, access(1, 2, 11, 30));

    assertThat(OrderProbe.check(folder).isClean()).isTrue();
  }

  @Test
  void reorderingWithinASubtaskIsFound() throws IOException {
    log(0, 0, access(1, 1, 10, 20), access(0, 1, 30, 40));

    assertThat(OrderProbe.check(folder).keyReorderings()).isEqualTo(1);
  }

  @Test
  void gapsAreLossesAndRepetitionsDuplicates() throws IOException {
    log(0, 0, access(0, 1, 10, 20), access(3, 1, 30, 40), access(3, 1, 50, 60));

    OrderProbe.Result result = OrderProbe.check(folder);
    assertThat(result.lost()).isEqualTo(2);
    assertThat(result.duplicated()).isEqualTo(1);
  }

  @Test
  void repetitionByAnotherAttemptIsNoDuplicate() throws IOException {
    log(0, 0, access(0, 1, 10, 20), access(1, 1, 30, 40));
    log(0, 1, access(1, 1, 130, 140));

    assertThat(OrderProbe.check(folder).isClean()).isTrue();
  }

  @Test
  void aLogThatWasNotClosedIsReadToItsLastAccess() throws IOException {
    AccessLog log = AccessLog.create(folder, "Toll", 0, 0);
    log.add(List.of(access(0, 1, 10, 20)));

    assertThat(OrderProbe.check(folder).accesses()).isEqualTo(1);
    log.close();
    assertThat(OrderProbe.check(folder).accesses()).isEqualTo(1);
  }

  private void log(int subtask, int attempt, Access... accesses) throws IOException {
    try (AccessLog log = AccessLog.create(folder, "Toll", subtask, attempt)) {
      log.add(List.of(accesses));
    }
  }

  private static Access access(long sequence, long keyHash, long begin, long end) {
    return new Access(ROUTER, HASH_SLOT, keyHash, sequence, begin, end);
  }
}
