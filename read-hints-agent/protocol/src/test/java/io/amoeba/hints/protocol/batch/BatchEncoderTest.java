package io.amoeba.hints.protocol.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchEncoderTest {

  private static final long CREATED = 1_700_000_000_123L;

  private final BatchEncoder encoder = new BatchEncoder(null);
  private final BatchDecoder decoder = new BatchDecoder(BatchLimits.DEFAULTS, null);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 300, 20_000})
  void encodedValuesAreDecoded(int count) throws MalformedBatchException {
    long seed = System.nanoTime();
    List<ReadHint> hints = RandomHints.any(new Random(seed), count);

    List<ReadHint> decoded = new ArrayList<>();
    for (EncodedBatch batch : encoder.encode(hints, CREATED)) {
      Batch read = decoder.decode(batch.bytes());
      assertThat(read.createdMillis()).isEqualTo(CREATED);
      assertThat(read.hotSet()).isFalse();
      assertThat(read.hints()).hasSize(batch.hints());
      decoded.addAll(read.hints());
    }

    assertThat(decoded).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(hints);
  }

  @Test
  void aPointReadTakesAtMostEightBytesBesideItsKey() {
    // What a node with 2,260 reads a second sends every 90 ms, as in the paper.
    List<ReadHint> hints = RandomHints.pointReads(new Random(1), 205);

    int bytes = encoder.encode(hints, CREATED).stream().mapToInt(b -> b.bytes().length).sum();

    assertThat(bytes).isLessThanOrEqualTo(205 * (23 + 8));
    assertThat(bytes / 205.0 - 23).isLessThan(3.2);
  }

  /** Also where they differ late, and where a key is the beginning of another. */
  @Test
  void keysThatBeginAlikeAreNeighbours() {
    UUID table = UUID.randomUUID();
    List<ReadHint> hints = new ArrayList<>();
    for (String key : List.of("long/beginning/", "long/beginning/b1", "long/beginning/a1")) {
      for (String end : List.of("", "xx", "yyyyyyyyyyyy")) {
        hints.add(hint(table, key + end));
        hints.add(hint(UUID.randomUUID(), key + end));
      }
    }
    Collections.shuffle(hints, new Random(1));

    List<String> keys =
        NeighbouringKeys.sorted(hints).stream()
            .filter(hint -> hint.table().equals(table))
            .map(hint -> new String(hint.key(), UTF_8))
            .toList();

    assertThat(keys).hasSize(9).isSorted();
  }

  private static ReadHint hint(UUID table, String key) {
    return new ReadHint(table, key.getBytes(UTF_8), new byte[0]);
  }

  @Test
  void aReadOfOneRowTakesAtMostEightBytesBesideItsKeyAndItsRow() {
    List<ReadHint> hints = new ArrayList<>();
    UUID table = UUID.randomUUID();
    for (ReadHint point : RandomHints.pointReads(new Random(1), 205)) {
      hints.add(
          new ReadHint(table, point.key(), RandomHints.bytes(new Random(point.hashCode()), 8)));
    }

    int bytes = encoder.encode(hints, CREATED).stream().mapToInt(b -> b.bytes().length).sum();

    assertThat(bytes).isLessThanOrEqualTo(205 * (23 + 8 + 8));
  }

  @Test
  void batchesStayBelowTheSizeOfSmallMessages() {
    List<ReadHint> hints = RandomHints.any(new Random(3), 50_000);

    assertThat(encoder.encode(hints, CREATED))
        .hasSizeGreaterThan(10)
        .allMatch(batch -> batch.bytes().length < 49_152);
  }

  @Test
  void theLargestEncodableHintFits() throws MalformedBatchException {
    ReadHint hint =
        new ReadHint(
            UUID.randomUUID(),
            new byte[BatchEncoder.PAYLOAD_BYTES - BatchLimits.DEFAULTS.selectionBytes()],
            new byte[BatchLimits.DEFAULTS.selectionBytes()]);
    assertThat(hint.isEncodable()).isTrue();

    List<EncodedBatch> batches = encoder.encode(List.of(hint, hint), CREATED);

    assertThat(batches).hasSize(2);
    assertThat(decoder.decode(batches.get(0).bytes()).hints()).containsExactly(hint);
  }

  @Test
  void theHotSetKeepsItsOrderFromBatchToBatch() throws MalformedBatchException {
    List<ReadHint> hints = RandomHints.pointReads(new Random(5), 5_000);

    List<EncodedBatch> batches = encoder.encodeHotSet(hints, CREATED);

    Batch first = decoder.decode(batches.get(0).bytes());
    assertThat(first.hotSet()).isTrue();
    assertThat(first.hints())
        .containsExactlyInAnyOrderElementsOf(hints.subList(0, first.hints().size()));
  }
}
