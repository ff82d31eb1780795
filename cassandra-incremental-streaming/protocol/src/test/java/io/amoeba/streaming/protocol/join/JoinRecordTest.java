package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JoinRecordTest {

  private static SortedSet<Long> tokens(Long... tokens) {
    return new TreeSet<>(List.of(tokens));
  }

  private static JoinRecord record(
      SortedSet<Long> done, SortedSet<Long> settling, boolean finished) {
    return new JoinRecord(
        new UUID(1, 2), List.of(tokens(10L, 30L), tokens(20L)), done, settling, 5, finished);
  }

  @Test
  void cassandraKnowsTheDoneTokens() {
    assertThat(record(tokens(), tokens(), false).doneForCassandra()).isEmpty();
    assertThat(record(tokens(10L, 30L), tokens(), false).doneForCassandra())
        .containsExactly(10L, 30L);
  }

  /** With all of them a start without the agent would end at once what settles. */
  @Test
  void butNotAllOfThemBeforeTheJoinIsFinished() {
    SortedSet<Long> all = tokens(10L, 20L, 30L);

    assertThat(record(all, tokens(20L), false).doneForCassandra()).containsExactly(10L, 20L);
    assertThat(record(all, tokens(), false).doneForCassandra()).containsExactly(10L, 20L);
    assertThat(record(all, tokens(), true).doneForCassandra()).isEqualTo(all);
  }
}
