package io.amoeba.hints.protocol.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureBufferTest {

  @Test
  void drainsWhatWasAddedWithItsReplicas() {
    CaptureBuffer<String, String> buffer = new CaptureBuffer<>(4);
    buffer.add("read 1", "A");
    buffer.add("read 2", "B");

    assertThat(drained(buffer)).containsExactly("read 1 A", "read 2 B");
    assertThat(drained(buffer)).isEmpty();
  }

  @Test
  void keysAreCopies() {
    CaptureBuffer<String, String> buffer = new CaptureBuffer<>(4);
    byte[] longest = new byte[CaptureBuffer.KEY_BYTES];
    Arrays.fill(longest, (byte) 0xfe);
    ByteBuffer middle = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}, 1, 2);
    buffer.add("1", "A", middle);
    buffer.add("2", "A", ByteBuffer.wrap(longest));
    buffer.add("3", "A", ByteBuffer.allocate(0));
    buffer.add("4", "A");
    assertThat(middle.remaining()).isEqualTo(2);
    middle.put(1, (byte) 9);

    List<byte[]> drained = new ArrayList<>();
    buffer.drain(
        (read, contacted, keys, from, length) ->
            drained.add(
                length == CaptureBuffer.NO_KEY
                    ? new byte[] {0}
                    : Arrays.copyOfRange(keys, from, from + length)));

    assertThat(drained).containsExactly(new byte[] {2, 3}, longest, new byte[0], new byte[] {0});
  }

  @Test
  void repeatedReadsAreKeptAndGiveWayToOthers() {
    CaptureBuffer<String, String> buffer = new CaptureBuffer<>(4);
    buffer.add("t", "A");
    buffer.add("t", "B");
    assertThat(drained(buffer, true)).containsExactly("t A", "t B");
    assertThat(drained(buffer, true)).isEmpty();

    // Into the first page again.
    buffer.add("t", "A");
    buffer.add("u", "C");

    assertThat(drained(buffer, true)).containsExactly("t A", "u C");
    assertThat(drained(buffer, true)).isEmpty();
  }

  @Test
  void aReadThatIsRefusedCostsItsPageOnly() {
    CaptureBuffer<String, String> buffer = new CaptureBuffer<>(2);
    buffer.add("1", "A");
    buffer.add("2", "A");
    CaptureBuffer.Reads<String, String> refusing =
        (read, contacted, keys, from, length) -> {
          throw new IllegalStateException(read);
        };
    assertThatThrownBy(() -> buffer.drain(refusing)).hasMessage("1");

    for (int page = 0; page < 2; page++) {
      assertThat(buffer.add("3", "A")).isTrue();
      assertThat(drained(buffer)).containsExactly("3 A");
    }
  }

  @Test
  void dropsAndCountsWhatFindsNoRoom() {
    CaptureBuffer<String, String> buffer = new CaptureBuffer<>(2);

    assertThat(buffer.add("1", "A")).isTrue();
    assertThat(buffer.add("2", "A")).isTrue();
    assertThat(buffer.add("3", "A")).isFalse();

    assertThat(buffer.dropped()).isEqualTo(1);
    assertThat(drained(buffer)).hasSize(2);
    assertThat(buffer.add("4", "A")).isTrue();
  }

  @Test
  void aNewCapacityHoldsAfterTwoDrains() {
    CaptureBuffer<String, String> buffer = new CaptureBuffer<>(1);
    buffer.setCapacity(3);
    drained(buffer);
    drained(buffer);

    buffer.add("1", "A");
    buffer.add("2", "A");
    buffer.add("3", "A");

    assertThat(drained(buffer)).hasSize(3);
  }

  /** With a small one pages are full, and swapped, all the time. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8, 1_000})
  void underContentionEveryReadIsDrainedOnceOrCountedAsDropped(int capacity)
      throws InterruptedException {
    int threads = 4;
    int readsEach = 500_000;
    CaptureBuffer<Integer, Integer> buffer = new CaptureBuffer<>(capacity);
    CountDownLatch running = new CountDownLatch(threads);
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int first = i * readsEach;
      writers.add(
          new Thread(
              () -> {
                ByteBuffer key = ByteBuffer.allocate(Integer.BYTES);
                for (int read = first; read < first + readsEach; read++) {
                  // Every third has no key.
                  buffer.add(read, read + 1, read % 3 == 0 ? null : key.putInt(0, read));
                }
                running.countDown();
              }));
    }
    writers.forEach(Thread::start);

    Set<Integer> seen = new HashSet<>();
    int[] mismatches = {0};
    CaptureBuffer.Reads<Integer, Integer> reads =
        (read, contacted, keys, from, length) -> {
          seen.add(read);
          boolean same =
              read % 3 == 0
                  ? length == CaptureBuffer.NO_KEY
                  : length == Integer.BYTES && ByteBuffer.wrap(keys).getInt(from) == read;
          mismatches[0] += contacted == read + 1 && same ? 0 : 1;
          return read % 2 == 0;
        };
    long drained = 0;
    while (running.getCount() > 0) {
      drained += buffer.drain(reads);
    }
    drained += buffer.drain(reads);

    assertThat(mismatches[0]).isZero();
    assertThat(seen).hasSize((int) drained);
    assertThat(drained + buffer.dropped()).isEqualTo((long) threads * readsEach);
  }

  private static List<String> drained(CaptureBuffer<String, String> buffer) {
    return drained(buffer, false);
  }

  private static List<String> drained(CaptureBuffer<String, String> buffer, boolean comeAgain) {
    List<String> reads = new ArrayList<>();
    buffer.drain(
        (read, contacted, keys, from, length) -> {
          reads.add(read + " " + contacted);
          return comeAgain;
        });
    return reads;
  }
}
