package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.pace.LoadReport;
import io.amoeba.streaming.protocol.pace.PaceController;
import io.amoeba.streaming.protocol.pace.PaceReason;
import io.amoeba.streaming.protocol.pace.SenderFigures;
import io.amoeba.streaming.ring.LoadStates.Heard;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PacedSenderTest {

  private static final LoadReport IDLE =
      LoadReport.of(
          new SenderFigures(
              OptionalDouble.of(0.2),
              OptionalDouble.of(0.8),
              OptionalDouble.of(1),
              OptionalDouble.of(0)));

  private final PacedSender sender = new PacedSender(() -> this.nanos);
  private long nanos;

  private void second(Optional<Heard> last) {
    nanos += TimeUnit.SECONDS.toNanos(1);
    sender.observe(last, OptionalDouble.empty(), 0, 0, nanos);
  }

  @Test
  void newReportsOfASenderThatSendsNothingLeaveItsRate() {
    for (int version = 1; version <= 20; version++) {
      second(Optional.of(new Heard(1, version, IDLE)));
    }

    assertThat(sender.rate().reason()).isEqualTo(PaceReason.SENDS_NO_FASTER);
    assertThat(sender.rate().bytesPerSec()).isEqualTo(PaceController.FIRST_BYTES_PER_SEC);
  }

  /** Gossip repeats it until there is another one. */
  @Test
  void aReportThatIsHeardAgainIsNoNews() {
    for (int i = 0; i < 20; i++) {
      second(Optional.of(new Heard(1, 1, IDLE)));
    }

    assertThat(sender.rate().reason()).isEqualTo(PaceReason.NO_FIGURES);
  }

  @Test
  void aSenderWithAnOlderAgentIsSlow() {
    for (int i = 0; i < 20; i++) {
      second(Optional.empty());
    }

    assertThat(sender.rate().reason()).isEqualTo(PaceReason.NO_FIGURES);
    assertThat(sender.rate().bytesPerSec()).isEqualTo(PaceController.FIRST_BYTES_PER_SEC);
  }

  @Test
  void figuresThatSayNothingAreNone() {
    for (int version = 1; version <= 20; version++) {
      second(Optional.of(new Heard(1, version, LoadReport.NOTHING)));
    }

    assertThat(sender.rate().reason()).isEqualTo(PaceReason.NO_FIGURES);
  }
}
