package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RetriedWorkTest {
  private static final long PAUSE_MILLIS = RecordingNode.SETTINGS.retryMax().toMillis();

  private final List<Run> runs = new ArrayList<>();
  private final RetriedWork work =
      new RetriedWork(
          tokens -> {
            runs.add(new Run());
            return runs.get(runs.size() - 1);
          },
          new TreeSet<>(List.of(10L)),
          RecordingNode.SETTINGS,
          Duration.ofSeconds(60));

  private static final class Run implements StepWork.Run {
    Outcome outcome = Outcome.RUNNING;
    boolean aborted;

    @Override
    public StepWork.Status poll() {
      return new StepWork.Status(outcome, "waiting for answers");
    }

    @Override
    public void abort() {
      aborted = true;
    }
  }

  @Test
  void aRunWhoseAnswerIsLostIsBegunAgainAndMayTakeTwiceAsLong() {
    work.tick(0);
    work.tick(60_000);
    assertThat(runs).hasSize(1);

    work.tick(60_001);
    assertThat(runs.get(0).aborted).isTrue();
    assertThat(work.reason()).isEqualTo("waiting for answers; restarted after 60s");

    long second = 60_001 + PAUSE_MILLIS;
    work.tick(second);
    work.tick(second + 120_000);
    assertThat(runs).hasSize(2);
    assertThat(runs.get(1).aborted).isFalse();

    runs.get(1).outcome = Outcome.SUCCEEDED;
    assertThat(work.tick(second + 120_001)).isTrue();
  }

  @Test
  void aFailedRunIsBegunAgainAfterAPause() {
    work.tick(0);
    runs.get(0).outcome = Outcome.FAILED;
    work.tick(1);
    work.tick(2);
    assertThat(runs).hasSize(1);

    work.tick(1 + PAUSE_MILLIS);
    assertThat(runs).hasSize(2);
    assertThat(runs.get(0).aborted).isFalse();
  }
}
