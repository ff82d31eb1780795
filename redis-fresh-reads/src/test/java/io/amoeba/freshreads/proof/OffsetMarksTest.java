package io.amoeba.freshreads.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class OffsetMarksTest {
  private static final char HISTORY = 'a';

  private final OffsetMarks marks = new OffsetMarks();

  private static StreamPosition at(char history, long offset) {
    String info =
        "\nrole:master\nmaster_replid:%s\nmaster_repl_offset:%d\n"
            .formatted(String.valueOf(history).repeat(40), offset);
    return Objects.requireNonNull(StreamPosition.ofPrimary(info));
  }

  private long reached(long offset) {
    return marks.reached(at(HISTORY, offset));
  }

  @Test
  void withoutAMarkNothingIsReached() {
    assertThat(reached(Long.MAX_VALUE)).isEqualTo(ReplicaProof.NONE);
  }

  @Test
  void theNewestMarkThatAReplicaHasReachedCounts() {
    marks.mark(at(HISTORY, 100), 1);
    marks.mark(at(HISTORY, 200), 2);
    marks.mark(at(HISTORY, 300), 3);

    assertThat(reached(99)).isEqualTo(ReplicaProof.NONE);
    assertThat(reached(100)).isEqualTo(1);
    assertThat(reached(299)).isEqualTo(2);
    assertThat(reached(300)).isEqualTo(3);
    assertThat(reached(301)).isEqualTo(3);
  }

  @Test
  void anIdlePrimaryProvesTheLaterMomentByTheSameOffset() {
    marks.mark(at(HISTORY, 100), 1);
    marks.mark(at(HISTORY, 100), 2);

    assertThat(reached(100)).isEqualTo(2);
  }

  @Test
  void offsetsOfAnotherHistoryAreNotCompared() {
    marks.mark(at('b', 105), 1);

    assertThat(reached(41_985)).isEqualTo(ReplicaProof.NONE);

    marks.mark(at(HISTORY, 105), 2);
    assertThat(reached(41_985)).isEqualTo(2);
    assertThat(marks.reached(at('b', 200))).isEqualTo(ReplicaProof.NONE);
  }

  @Test
  void anAnswerThatArrivesAfterANewerOneIsLeftOut() {
    marks.mark(at(HISTORY, 100), 2);
    marks.mark(at(HISTORY, 50), 1);
    marks.mark(at('b', 50), 1);

    assertThat(reached(50)).isEqualTo(ReplicaProof.NONE);
    assertThat(reached(100)).isEqualTo(2);
  }

  /** A mark that is dropped makes a proof older, never younger. */
  @Test
  void manyMarksAreThinnedSoThatALongLagFindsOneStill() {
    int count = 100 * OffsetMarks.MOST;
    for (int i = 0; i < count; i++) {
      marks.mark(at(HISTORY, i), i);
    }

    for (int lag = 0; lag < OffsetMarks.MOST / 2; lag++) {
      assertThat(reached(count - 1 - lag)).isEqualTo(count - 1 - lag);
    }
    for (int offset = 0; offset < count; offset++) {
      assertThat(reached(offset)).isBetween(0L, (long) offset);
    }
    assertThat(reached(0)).isZero();
  }
}
