package io.amoeba.hints.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BatchDecoderTest {

  private static final int MALFORMED_BATCHES = 200_000;

  private final BatchDecoder decoder = new BatchDecoder(BatchLimits.DEFAULTS, new Doubling());

  /** "Compresses" to the length alone. */
  private static final class Doubling implements Compression {
    @Override
    public byte[] compress(byte[] body) {
      return Arrays.copyOf(body, (body.length + 1) / 2);
    }

    @Override
    public void decompress(byte[] compressed, int offset, byte[] body)
        throws MalformedBatchException {
      if (body.length != 2 * (compressed.length - offset)) {
        throw new MalformedBatchException("not twice as long");
      }
    }
  }

  @Test
  void malformedBatchesAreRefusedOrStayWithinTheLimits() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < MALFORMED_BATCHES; i++) {
      try {
        Batch batch = decoder.decode(malformed(random));
        assertThat(batch.hints().size()).isLessThanOrEqualTo(BatchLimits.DEFAULTS.hints());
      } catch (MalformedBatchException expected) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", batch " + i, e);
      }
    }
    System.out.printf("Refused %d of %d batches, seed %d%n", refused, MALFORMED_BATCHES, seed);
    assertThat(refused).isGreaterThan(MALFORMED_BATCHES / 3);
  }

  private static byte[] malformed(Random random) {
    byte[] batch =
        new BatchEncoder(null)
            .encode(RandomHints.any(random, 1 + random.nextInt(20)), random.nextLong())
            .get(0)
            .bytes();
    switch (random.nextInt(5)) {
      case 0 -> random.nextBytes(batch);
      case 1 -> batch = Arrays.copyOf(batch, random.nextInt(batch.length));
      case 2 -> batch = Arrays.copyOf(batch, batch.length + 1 + random.nextInt(5));
      case 3 -> batch[1] = (byte) random.nextInt(256);
      default -> {
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
          batch[random.nextInt(batch.length)] = (byte) random.nextInt(256);
        }
      }
    }
    return batch;
  }

  @Test
  void keysThatShareTheirBeginningCannotBecomeAMountainOfMemory() {
    ByteWriter bomb = header();
    bomb.writeUuid(new UUID(1, 2));
    bomb.writeUnsigned(0);
    bomb.writeUnsigned(10_000);
    bomb.writeUnsigned(0);
    bomb.writeUnsigned(20_000);
    bomb.writeBytes(new byte[20_000], 0, 20_000);
    for (int i = 1; i < 10_000; i++) {
      bomb.writeUnsigned(20_000);
      bomb.writeUnsigned(0);
    }
    assertThat(bomb.toByteArray().length).isLessThan(BatchLimits.DEFAULTS.batchBytes());

    assertThatThrownBy(() -> decoder.decode(bomb.toByteArray()))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("keys take too many bytes");
  }

  @Test
  void countsBeyondWhatIsThereAreRefusedBeforeAnythingIsAllocated() {
    ByteWriter tables = new ByteWriter();
    tables.writeByte(BatchEncoder.VERSION);
    tables.writeByte(0);
    tables.writeLong(0);
    tables.writeUnsigned(1_000);
    assertThatThrownBy(() -> decoder.decode(tables.toByteArray()))
        .hasMessageContaining("the number of tables is 1000 in 0 bytes");

    ByteWriter hints = header();
    hints.writeUuid(new UUID(1, 2));
    hints.writeUnsigned(0);
    hints.writeUnsigned(Integer.MAX_VALUE);
    assertThatThrownBy(() -> decoder.decode(hints.toByteArray()))
        .hasMessageContaining("the number of hints is 2147483647, above");
  }

  @Test
  void aBodyThatClaimsToBeHugeIsRefusedBeforeItIsDecompressed() {
    ByteWriter batch = new ByteWriter();
    batch.writeByte(BatchEncoder.VERSION);
    batch.writeByte(BatchEncoder.COMPRESSED);
    batch.writeUnsigned(1 << 30);

    assertThatThrownBy(() -> decoder.decode(batch.toByteArray()))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("the length of the body is 1073741824, above 131072");
  }

  @Test
  void oversizedBatchesAndOtherVersionsAreRefused() {
    assertThatThrownBy(() -> decoder.decode(new byte[BatchLimits.DEFAULTS.batchBytes() + 1]))
        .hasMessageContaining("a batch of 65537 bytes");
    assertThatThrownBy(() -> decoder.decode(new byte[] {2, 0}))
        .hasMessageContaining("version 2 is not 1");
  }

  @Test
  void withoutCompressionACompressedBatchIsRefused() {
    byte[] batch =
        new BatchEncoder(new Doubling())
            .encode(RandomHints.any(new Random(1), 50), 0)
            .get(0)
            .bytes();

    assertThatThrownBy(() -> new BatchDecoder(BatchLimits.DEFAULTS, null).decode(batch))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessageContaining("compressed");
  }

  @Test
  void summaryCountsReadsAndJoinsTheReplicasThatAnswered() {
    Summary<String> summary = new Summary<>(1);
    ReadHint hint = RandomHints.pointReads(new Random(1), 1).get(0);
    summary.add(hint, List.of("A"));
    summary.add(new ReadHint(hint.table(), hint.key().clone(), hint.selection()), List.of("B"));

    assertThat(summary.size()).isEqualTo(1);
    summary.forEach(
        (known, reads) -> {
          assertThat(reads.contacted()).containsExactlyInAnyOrder("A", "B");
          assertThat(reads.count()).isEqualTo(2);
        });
  }

  private static ByteWriter header() {
    ByteWriter out = new ByteWriter();
    out.writeByte(BatchEncoder.VERSION);
    out.writeByte(0);
    out.writeLong(0);
    out.writeUnsigned(1);
    return out;
  }
}
