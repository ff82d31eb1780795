package io.amoeba.hints.protocol.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.selection.Selection.Names;
import io.amoeba.hints.protocol.selection.Selection.Slice;
import io.amoeba.hints.protocol.selection.Selection.Slices;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelectionCodecTest {

  private static final Selection SLICES =
      new Selection(
          10,
          true,
          new Slices(
              List.of(
                  new Slice(new byte[][] {{1, 2}, {}}, true, new byte[][] {{1, 3}}, false),
                  new Slice(new byte[][] {}, true, new byte[][] {{9}}, true))));

  @Test
  void rangesSurviveTheirEncoding() throws MalformedBatchException {
    Selection decoded = SelectionCodec.decode(SelectionCodec.encode(SLICES));

    assertThat(decoded).usingRecursiveComparison().isEqualTo(SLICES);
  }

  @Test
  void namesSurviveTheirEncodingAlsoWithoutValues() throws MalformedBatchException {
    Selection names =
        new Selection(0, false, new Names(List.of(new byte[][] {{7}, null}, new byte[][] {{8}})));

    Selection decoded = SelectionCodec.decode(SelectionCodec.encode(names));

    assertThat(decoded).usingRecursiveComparison().isEqualTo(names);
  }

  @Test
  void aRangeOfTokensIsKnownByItsSelection() throws MalformedBatchException {
    byte[] whole = SelectionCodec.encode(new Selection(7, false, SLICES.part(), true));

    assertThat(SelectionCodec.isOfTokens(whole)).isTrue();
    assertThat(SelectionCodec.decode(whole).ofTokens()).isTrue();
    assertThat(SelectionCodec.isOfTokens(SelectionCodec.encode(SLICES))).isFalse();
    assertThat(SelectionCodec.isOfTokens(SelectionCodec.wholePartition())).isFalse();
  }

  @Test
  void malformedSelectionsAreRefused() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = SelectionCodec.encode(SLICES);
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 3));
      try {
        SelectionCodec.decode(bytes);
      } catch (MalformedBatchException expected) {
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", selection " + i, e);
      }
    }
    assertThat(refused).isGreaterThan(20_000);
  }
}
