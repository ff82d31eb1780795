package io.amoeba.hints.protocol.hotset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PullRequestTest {

  @Test
  void whatIsEncodedIsDecoded() throws MalformedBatchException {
    PullRequest all = new PullRequest(-7, List.of());
    PullRequest ranges =
        new PullRequest(8, List.of(new TokenRange(1, 2), new TokenRange(Long.MAX_VALUE, -3)));
    AnswerPart part = new AnswerPart(8, 3);

    assertThat(PullRequest.decode(all.encode())).isEqualTo(all);
    assertThat(PullRequest.decode(ranges.encode())).isEqualTo(ranges);
    assertThat(AnswerPart.decode(part.encode())).isEqualTo(part);
  }

  @Test
  void requestsWithTooManyRangesAreNeitherMadeNorTaken() {
    List<TokenRange> many = Collections.nCopies(PullRequest.MOST_RANGES + 1, new TokenRange(1, 2));

    assertThatThrownBy(() -> new PullRequest(1, many)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PullRequest.decode(new byte[8 + 16 * many.size()]))
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
        assertThat(PullRequest.decode(bytes).ranges().size()).isEqualTo(bytes.length / 16);
      } catch (MalformedBatchException expected) {
        refused++;
      }
      try {
        assertThat(AnswerPart.decode(bytes).batches()).isPositive();
      } catch (MalformedBatchException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(20_000);
  }
}
