package io.amoeba.experiments.readshift;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcknowledgedRowsTest {
  private final AcknowledgedRows rows = new AcknowledgedRows(3);

  private long update(int row, boolean acknowledged) {
    assertThat(rows.take(row)).isTrue();
    long version = rows.next(row);
    rows.ended(row, acknowledged);
    return version;
  }

  @Test
  void aRowHasOneUpdateInFlight() {
    assertThat(rows.take(1)).isTrue();

    assertThat(rows.take(1)).isFalse();
    assertThat(rows.take(2)).isTrue();
    rows.ended(1, true);
    assertThat(rows.take(1)).isTrue();
  }

  @Test
  void aRowIsLostIfItsNewestCopyIsOlderThanTheAcknowledgedUpdate() {
    update(0, true);
    long version = update(0, true);

    assertThat(rows.open()).containsExactly(0);
    assertThat(rows.isLost(0, version - 1)).isTrue();
    assertThat(rows.open()).isEmpty();
    assertThat(rows.isLost(0, version - 1)).as("counted once").isFalse();
    assertThat(rows.isLost(0, -1)).as("no row at all").isTrue();
  }

  @Test
  void anUpdateWithoutAnAnswerMayBeThereOrNot() {
    long acknowledged = update(2, true);
    long unanswered = update(2, false);

    assertThat(unanswered).isGreaterThan(acknowledged);
    assertThat(rows.isLost(2, acknowledged)).isFalse();
    assertThat(rows.isLost(2, unanswered)).isFalse();
    assertThat(update(2, true)).isGreaterThan(unanswered);
  }
}
