package io.amoeba.partitioner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashSlotTest {

  @Test
  void publishedVectorsHold() {
    assertThat(HashSlot.crc16("123456789".getBytes(StandardCharsets.US_ASCII), 0, 9))
        .isEqualTo(0x31C3);
    assertThat(HashSlot.of("foo")).isEqualTo(12182);
    assertThat(HashSlot.of("bar")).isEqualTo(5061);
    assertThat(HashSlot.of("")).isZero();
  }

  @Test
  void onlyTheFirstNonEmptyHashTagCounts() {
    assertThat(HashSlot.of("{user1000}.following")).isEqualTo(HashSlot.of("user1000"));
    assertThat(HashSlot.of("foo{{bar}}zap")).isEqualTo(HashSlot.of("{bar"));
    assertThat(HashSlot.of("foo{bar}{zap}")).isEqualTo(HashSlot.of("bar"));
    assertThat(HashSlot.of("foo{}{bar}")).isEqualTo(wholeKey("foo{}{bar}"));
    assertThat(HashSlot.of("foo{bar")).isEqualTo(wholeKey("foo{bar"));
    assertThat(HashSlot.of("foo}bar{")).isEqualTo(wholeKey("foo}bar{"));
  }

  @Test
  void slicedCrcEqualsTheBitwiseDefinitionForEveryLength() {
    Random random = new Random(20261120);
    for (int length = 0; length < 200; length++) {
      byte[] key = new byte[length];
      random.nextBytes(key);

      assertThat(HashSlot.crc16(key, 0, length)).as("length %d", length).isEqualTo(bitwise(key));
    }
  }

  @Test
  void textAndItsUtf8BytesHaveTheSameHashSlot() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      String key = randomText(random);

      assertThat(HashSlot.of(key))
          .as(key)
          .isEqualTo(HashSlot.of(key.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void aPartOfAnArrayHasTheHashSlotOfThatPart() {
    byte[] bytes = "xx{tag}key-yy".getBytes(StandardCharsets.US_ASCII);

    assertThat(HashSlot.of(bytes, 2, bytes.length - 3)).isEqualTo(HashSlot.of("tag"));
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(20);
    for (int i = 0; i < length; i++) {
      int choice = random.nextInt(6);
      if (choice == 0) {
        text.appendCodePoint(0x1F600 + random.nextInt(50));
      } else if (choice == 1) {
        text.append((char) (0xD800 + random.nextInt(0x800)));
      } else if (choice == 2) {
        text.append((char) (0x80 + random.nextInt(0x3000)));
      } else if (choice == 3) {
        text.append("{}".charAt(random.nextInt(2)));
      } else {
        text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }

  private static int wholeKey(String key) {
    return bitwise(key.getBytes(StandardCharsets.UTF_8)) % HashSlot.COUNT;
  }

  private static int bitwise(byte[] bytes) {
    int crc = 0;
    for (byte b : bytes) {
      crc ^= (b & 0xff) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = ((crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
      }
    }
    return crc;
  }
}
