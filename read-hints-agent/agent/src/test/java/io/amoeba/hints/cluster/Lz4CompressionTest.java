package io.amoeba.hints.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.BatchLimits;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.batch.ReadHint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class Lz4CompressionTest {

  private final Lz4Compression lz4 = new Lz4Compression();
  private final BatchEncoder encoder = new BatchEncoder(lz4);
  private final BatchDecoder decoder = new BatchDecoder(BatchLimits.DEFAULTS, lz4);

  private static List<ReadHint> hints() {
    List<ReadHint> hints = new ArrayList<>();
    UUID table = new UUID(1, 2);
    for (int i = 0; i < 300; i++) {
      byte[] key =
          ("customer/" + i * 7919 % 1_000_000 + "/basket").getBytes(StandardCharsets.UTF_8);
      hints.add(new ReadHint(table, key, new byte[0]));
    }
    return hints;
  }

  @Test
  void compressedBatchesAreSmallerAndSurvive() throws MalformedBatchException {
    byte[] compressed = encoder.encode(hints(), 7).get(0).bytes();
    byte[] plain = new BatchEncoder(null).encode(hints(), 7).get(0).bytes();

    assertThat(compressed.length).isLessThan(plain.length);
    assertThat(decoder.decode(compressed).hints())
        .containsExactlyElementsOf(decoder.decode(plain).hints());
  }

  @Test
  void damagedCompressedBatchesAreRefusedOrStayWithinTheLimits() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] original = encoder.encode(hints(), 7).get(0).bytes();
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = original.clone();
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        decoder.decode(damaged);
      } catch (MalformedBatchException expected) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", batch " + i, e);
      }
    }
    assertThat(refused).isGreaterThan(5_000);
  }
}
