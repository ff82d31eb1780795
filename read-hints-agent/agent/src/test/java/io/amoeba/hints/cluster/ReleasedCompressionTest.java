package io.amoeba.hints.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.batch.Batch;
import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.BatchLimits;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.releasedformats.ReleasedFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Batches that nodes of two releases compress for each other. */
class ReleasedCompressionTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final int COMPRESSED = 1;

  private final Lz4Compression lz4 = new Lz4Compression();

  private static Batch batch() {
    List<ReadHint> hints = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String key = String.format("customer/%03d/basket", i);
      hints.add(
          new ReadHint(
              new UUID(0x5bc52802de2535edL, 7), key.getBytes(StandardCharsets.UTF_8), new byte[0]));
    }
    return new Batch(1_796_008_883_123L, false, hints);
  }

  private Batch read(String text) throws MalformedBatchException {
    byte[] bytes = HEX.parseHex(text);
    assertThat(bytes[1] & COMPRESSED).as("flags of " + text).isEqualTo(COMPRESSED);
    return new BatchDecoder(BatchLimits.DEFAULTS, lz4).decode(bytes);
  }

  /** Each library compresses in its own way; what counts is what comes out. */
  private String meaning(String text) {
    try {
      Batch read = read(text);
      return read.createdMillis() + " " + read.hints();
    } catch (MalformedBatchException e) {
      throw new AssertionError(text, e);
    }
  }

  @Test
  void compressedBatchesAreUnderstood() throws Exception {
    new ReleasedFormat<Batch>(
            "compressed-batch",
            batch ->
                HEX.formatHex(
                    new BatchEncoder(lz4)
                        .encode(batch.hints(), batch.createdMillis())
                        .get(0)
                        .bytes()),
            this::read)
        .comparing(this::meaning)
        .sample("partitions", batch())
        .check();
  }
}
