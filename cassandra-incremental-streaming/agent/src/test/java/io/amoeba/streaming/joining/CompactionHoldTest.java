package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Test;

class CompactionHoldTest {

  private static final TableId ITEMS = TableId.fromUUID(new UUID(1, 1));
  private static final TableId ORDERS = TableId.fromUUID(new UUID(2, 2));

  @Test
  void tablesWaitUntilTheyHaveTooManySstables() {
    CompactionHold hold = new CompactionHold(100);

    assertThat(hold.waits(ITEMS, 100)).isTrue();
    assertThat(hold.waits(ITEMS, 101)).isFalse();
    assertThat(hold.waits(ORDERS, 3)).isTrue();
  }

  @Test
  void aTableThatIsCompactedStaysSo() {
    CompactionHold hold = new CompactionHold(100);
    hold.waits(ITEMS, 101);

    assertThat(hold.waits(ITEMS, 5)).isFalse();
  }

  @Test
  void noTableWaitsWhereThatIsSwitchedOff() {
    assertThat(new CompactionHold(0).waits(ITEMS, 0)).isFalse();
  }
}
