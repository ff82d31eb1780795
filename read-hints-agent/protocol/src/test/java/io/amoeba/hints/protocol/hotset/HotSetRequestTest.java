package io.amoeba.hints.protocol.hotset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import io.amoeba.hints.protocol.hotset.HotSetRequest.TokenRange;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HotSetRequestTest {

  @Test
  void encodedValuesAreDecoded() throws MalformedBatchException {
    HotSetRequest all = new HotSetRequest(-7, List.of());
    HotSetRequest ranges =
        new HotSetRequest(8, List.of(new TokenRange(1, 2), new TokenRange(Long.MAX_VALUE, -3)));
    Part part = new Part(8, 3);

    assertThat(HotSetRequest.decode(all.encode())).isEqualTo(all);
    assertThat(HotSetRequest.decode(ranges.encode())).isEqualTo(ranges);
    assertThat(Part.decode(part.encode())).isEqualTo(part);
  }

  @Test
  void requestsWithTooManyRangesAreNeitherMadeNorTaken() {
    List<TokenRange> many =
        Collections.nCopies(HotSetRequest.MOST_RANGES + 1, new TokenRange(1, 2));

    assertThatThrownBy(() -> new HotSetRequest(1, many))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HotSetRequest.decode(new byte[8 + 16 * many.size()]))
        .isInstanceOf(MalformedBatchException.class);
  }

  @Test
  void bytesOfAnyLengthAreDecodedOrRefused() {
    Random random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      try {
        assertThat(HotSetRequest.decode(bytes).ranges().size()).isEqualTo(bytes.length / 16);
      } catch (MalformedBatchException expected) {
        refused++;
      }
      try {
        assertThat(Part.decode(bytes).batches()).isPositive();
      } catch (MalformedBatchException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(20_000);
  }
}
