package io.amoeba.experiments.readshift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.loops.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkFiguresTest {
  private static final Span STEADY = span(0, 10);

  private final List<CounterSample> samples = new ArrayList<>();

  private static long nanos(double seconds) {
    return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }

  private static Span span(double from, double to) {
    return new Span(nanos(from), nanos(to));
  }

  private static Values counters(double reads, double hits, double misses, double replays) {
    return new Values(
        Map.of("reads", reads, "chunkHits", hits, "chunkMisses", misses, "replays", replays));
  }

  private void sample(double seconds, Values first, Values second) {
    samples.add(new CounterSample(nanos(seconds), List.of(first, second)));
  }

  private Map<String, Double> figures(WorkedNode... worked) {
    return new WorkFigures(samples, STEADY, List.of(worked)).all();
  }

  @Test
  void readsAtAWorkingNodeCountFromTwoSecondsAfterTheAnnouncement() {
    sample(0, counters(0, 0, 0, 0), counters(0, 0, 0, 0));
    sample(10, counters(500, 0, 0, 0), counters(500, 0, 0, 0));
    sample(11, counters(550, 0, 0, 0), counters(650, 0, 0, 0));
    sample(12, counters(550, 0, 0, 0), counters(750, 0, 0, 0));
    sample(20, counters(554, 0, 0, 0), counters(1_146, 0, 0, 0));

    Map<String, Double> figures =
        figures(new WorkedNode(1, span(10, 20), nanos(10), true, nanos(20)));

    assertThat(figures.get("readShareBefore")).isEqualTo(0.5);
    assertThat(figures.get("readShareWorking")).isCloseTo(0.01, within(1e-9));
    assertThat(figures.get("leftSeconds")).isEqualTo(2);
    assertThat(figures.get("shiftedShare")).isEqualTo(1);
    assertThat(figures.get("workSeconds")).isEqualTo(10);
    assertThat(figures.get("returnSeconds")).isZero();
    assertThat(figures.get("overlapSeconds")).isZero();
  }

  @Test
  void readsThatStayCountFromTheStartOfTheWork() {
    sample(10, counters(0, 0, 0, 0), counters(0, 0, 0, 0));
    sample(11, counters(90, 0, 0, 0), counters(10, 0, 0, 0));
    sample(20, counters(100, 0, 0, 0), counters(100, 0, 0, 0));

    Map<String, Double> figures =
        figures(new WorkedNode(1, span(10, 20), nanos(10), false, nanos(20)));

    assertThat(figures.get("readShareWorking")).isEqualTo(0.5);
    assertThat(figures.get("leftSeconds")).isNaN();
  }

  @Test
  void cachesAreComparedBeforeTheWorkAndAfterTheReturnOfReads() {
    sample(0, counters(0, 0, 0, 0), counters(0, 0, 0, 0));
    sample(10, counters(0, 90, 10, 0), counters(0, 0, 100, 0));
    sample(20, counters(0, 90, 10, 3), counters(0, 0, 100, 0));
    sample(25, counters(0, 90, 60, 10), counters(0, 0, 100, 0));
    sample(35, counters(0, 160, 90, 12), counters(0, 0, 100, 0));

    Map<String, Double> figures =
        figures(new WorkedNode(1, span(20, 21), nanos(20), true, nanos(25)));

    assertThat(figures.get("chunkMissBefore")).isCloseTo(0.1, within(1e-9));
    assertThat(figures.get("chunkMissReturned")).isCloseTo(0.3, within(1e-9));
    assertThat(figures.get("chunkMissMore")).isCloseTo(0.2, within(1e-9));
    assertThat(figures.get("returnSeconds")).isEqualTo(4);
    assertThat(figures.get("replays")).isEqualTo(7);
    assertThat(figures.get("keyMissBefore")).as("no such counter").isNaN();
  }

  @Test
  void timeInWhichTwoOrThreeNodesWorkOverlapsOnce() {
    assertThat(overlap(span(0, 10), span(10, 20), span(25, 30))).isZero();
    assertThat(overlap(span(0, 10), span(5, 20), span(7, 9))).isEqualTo(5);
    assertThat(overlap(span(0, 10), span(2, 4), span(6, 12))).isEqualTo(6);
    assertThat(overlap(span(0, 10), span(0, 10), span(0, 10))).isEqualTo(10);
    assertThat(overlap(span(3, 4), span(0, 10), span(3, 6))).isEqualTo(3);
  }

  private @Nullable Double overlap(Span... spans) {
    List<WorkedNode> worked = new ArrayList<>();
    for (Span span : spans) {
      worked.add(new WorkedNode(1, span, span.fromNanos(), false, span.toNanos()));
    }
    return figures(worked.toArray(WorkedNode[]::new)).get("overlapSeconds");
  }
}
