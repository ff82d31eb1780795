package io.amoeba.hints.protocol.hotset;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.batch.ReadHint;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HotSetTest {

  private static final UUID TABLE = new UUID(1, 2);

  private static ReadHint hint(int key) {
    return new ReadHint(
        TABLE, new byte[] {(byte) (key >>> 16), (byte) (key >>> 8), (byte) key}, new byte[0]);
  }

  @Test
  void theMostFrequentComesFirst() {
    HotSet hot = new HotSet(10);
    hot.add(hint(1), 1);
    hot.add(hint(2), 5);
    hot.add(hint(3), 2);
    hot.add(hint(3), 4);

    assertThat(hot.hottest(2, any -> true)).containsExactly(hint(3), hint(2));
    assertThat(hot.hottest(10, wanted -> wanted.equals(hint(1)))).containsExactly(hint(1));
  }

  @Test
  void itStaysBoundedAndKeepsWhatIsReadOften() {
    HotSet hot = new HotSet(100);
    Random random = new Random(42);
    for (int read = 0; read < 100_000; read++) {
      // Half of the reads go to 20 keys, the others to 50,000.
      hot.add(hint(random.nextBoolean() ? random.nextInt(20) : 20 + random.nextInt(50_000)), 1);
      assertThat(hot.size()).isLessThanOrEqualTo(200);
    }

    assertThat(hot.hottest(20, any -> true))
        .allMatch(hint -> hint.key()[0] == 0 && hint.key()[1] == 0 && hint.key()[2] < 20);
  }

  /** Of large intervals only some hints are looked at, which count for the others. */
  @Test
  void largeIntervalsKeepWhatIsReadOften() {
    HotSet hot = new HotSet(100);
    Random random = new Random(42);
    for (int interval = 0; interval < 400; interval++) {
      hot.begin(1_000);
      for (int hint = 0; hint < 1_000; hint++) {
        hot.add(hint(random.nextBoolean() ? random.nextInt(20) : 20 + random.nextInt(50_000)), 1);
      }
      assertThat(hot.size()).isLessThanOrEqualTo(200);
    }

    assertThat(hot.hottest(20, any -> true))
        .allMatch(hint -> hint.key()[0] == 0 && hint.key()[1] == 0 && hint.key()[2] < 20);
  }

  @Test
  void asManyLeaveAsAreTooMany() {
    HotSet hot = new HotSet(3);
    for (int key = 1; key <= 6; key++) {
      hot.add(hint(key), key == 4 ? 7 : 1);
    }
    hot.add(hint(7), 5);

    assertThat(hot.size()).isEqualTo(3);
    assertThat(hot.hottest(3, any -> true)).startsWith(hint(4), hint(7));
  }

  @Test
  void withoutCapacityItKeepsNothing() {
    HotSet hot = new HotSet(0);
    hot.add(hint(1), 1);

    assertThat(hot.size()).isZero();
  }
}
