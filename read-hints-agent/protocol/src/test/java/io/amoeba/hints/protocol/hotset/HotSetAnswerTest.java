package io.amoeba.hints.protocol.hotset;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Delivery;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An answer of three batches. */
class HotSetAnswerTest {

  private static final long BEGIN = Long.MAX_VALUE - 5; // System.nanoTime may overflow

  private final EncodedBatch one = new EncodedBatch(new byte[0], 1);
  private final EncodedBatch two = new EncodedBatch(new byte[0], 2);
  private final EncodedBatch three = new EncodedBatch(new byte[0], 3);
  private final HotSetAnswer answer = new HotSetAnswer(7, List.of(one, two, three), BEGIN);

  @Test
  void batchesGoInTheirOrderAndEachSaysHowManyThereAre() {
    assertThat(answer.part()).isEqualTo(new Part(7, 3));
    assertThat(answer.next(BEGIN)).containsSame(one);
    assertThat(answer.next(BEGIN)).containsSame(two);
    assertThat(answer.next(BEGIN)).containsSame(three);
    assertThat(answer.next(BEGIN)).isEmpty();
  }

  @Test
  void itIsOverWhenWhatWasSentHasEnded() {
    List.of(one, two, three).forEach(batch -> assertThat(answer.next(BEGIN)).containsSame(batch));
    answer.ended(one, Delivery.TAKEN, BEGIN);
    answer.ended(two, Delivery.UNANSWERED, BEGIN);
    assertThat(answer.isOver(BEGIN)).isFalse();

    answer.ended(three, Delivery.TAKEN, BEGIN);

    assertThat(answer.isOver(BEGIN)).isTrue();
  }

  @Test
  void batchesWithoutRoomAtThePeerAreSentAgainAfterAPause() {
    assertThat(answer.next(BEGIN)).containsSame(one);
    answer.ended(one, Delivery.REFUSED, BEGIN);

    assertThat(answer.next(BEGIN + HotSetAnswer.PAUSE_NANOS - 1)).isEmpty();
    assertThat(answer.next(BEGIN + HotSetAnswer.PAUSE_NANOS)).containsSame(one);
  }

  @Test
  void untilOneIsTakenAFullPeerGetsOneAtATime() {
    assertThat(answer.next(BEGIN)).containsSame(one);
    answer.ended(one, Delivery.REFUSED, BEGIN);
    long later = BEGIN + HotSetAnswer.PAUSE_NANOS;
    assertThat(answer.next(later)).containsSame(one);
    assertThat(answer.next(later)).isEmpty();

    answer.ended(one, Delivery.TAKEN, later);

    assertThat(answer.next(later)).containsSame(two);
    assertThat(answer.next(later)).containsSame(three);
  }

  @Test
  void anUnsentBatchIsTheNextOne() {
    assertThat(answer.next(BEGIN)).containsSame(one);
    answer.putBack(one);

    assertThat(answer.next(BEGIN)).containsSame(one);
  }

  @Test
  void aPeerThatRefusesIsWaitedForAndOneThatIsSilentIsNot() {
    assertThat(answer.next(BEGIN)).containsSame(one);
    long minute = BEGIN + HotSetAnswer.PATIENCE_NANOS;
    answer.ended(one, Delivery.REFUSED, minute);
    assertThat(answer.isOver(minute + 1)).isFalse();

    assertThat(answer.next(minute + HotSetAnswer.PAUSE_NANOS)).containsSame(one);
    answer.ended(one, Delivery.UNANSWERED, minute + HotSetAnswer.PATIENCE_NANOS + 1);

    assertThat(answer.isOver(minute + HotSetAnswer.PATIENCE_NANOS + 1)).isTrue();
  }

  @Test
  void aPeerThatKeepsRefusingIsGivenUp() {
    long last = BEGIN + HotSetAnswer.MOST_NANOS;
    assertThat(answer.next(BEGIN)).containsSame(one);
    answer.ended(one, Delivery.REFUSED, last);

    assertThat(answer.isOver(last)).isFalse();
    assertThat(answer.isOver(last + 1)).isTrue();
  }
}
