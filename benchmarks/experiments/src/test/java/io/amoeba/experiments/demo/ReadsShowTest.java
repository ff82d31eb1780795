package io.amoeba.experiments.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadsShowTest {
  private static final int BEGIN = 1_000;
  private static final int MOVED = 1_020;
  private static final int END = 1_030;

  private final StringWriter shown = new StringWriter();
  private final List<String> lines = new ArrayList<>();

  private static String second(int second, int failed) {
    return "second {\"second\":%d,\"operations\":500,\"failed\":%d,\"meanMillis\":4.0,\"p50Millis\":4,\"p95Millis\":5,\"p99Millis\":6}"
        .formatted(second, failed);
  }

  private static String caches(String node, int second, int hits, int misses, int applied) {
    return "%s caches {\"atSeconds\":%d,\"chunkHits\":%d,\"chunkMisses\":%d,\"cpuNanos\":0,\"captured\":0,\"distinct\":0,\"sent\":0,\"sentBytes\":0,\"applied\":%d,\"leftOut\":0,\"dropped\":0}"
        .formatted(node, second, hits, misses, applied);
  }

  /**
   * Reads move to a node that misses so many in a hundred.
   *
   * @param hintsPerSecond that it applies before
   */
  private void move(String to, int shift, int missed, int hintsPerSecond) {
    lines.add("asks one " + to);
    for (int at = BEGIN; at < END; at++) {
      int asked = Math.max(0, at - MOVED);
      lines.add(caches("one", at + shift, 1_000 * Math.min(at - BEGIN, MOVED - BEGIN), 0, 0));
      lines.add(
          caches(
              to,
              at + shift,
              (1_000 - 10 * missed) * asked,
              10 * missed * asked,
              hintsPerSecond * Math.min(at - BEGIN, MOVED - BEGIN)));
      lines.add(second(at + shift, 0));
      if (at == MOVED) {
        lines.add("moved {\"atSeconds\":%d.0}".formatted(MOVED + shift));
      }
    }
  }

  private boolean show() throws IOException {
    return new ReadsShow(new PrintWriter(shown, true))
        .run(new BufferedReader(new StringReader(String.join("\n", lines))));
  }

  @Test
  void warmNodeBesideAColdOneHolds() throws IOException {
    move("two", 0, 1, 100);
    move("three", 100, 40, 0);
    lines.add("end");

    assertThat(show()).as(shown.toString()).isTrue();

    assertThat(shown.toString().lines())
        .anyMatch(line -> line.matches(" +one +500 +4\\.0 +1,000 +0\\.00 % +0, two 1,500"))
        .anyMatch(line -> line.matches(" +two +500 +4\\.0 +1,000 +1\\.00 % +2,000"))
        .anyMatch(line -> line.matches(" +two, first 5 s after it +2,000 +500 +4\\.0 +1\\.00 %"))
        .anyMatch(line -> line.matches(" +three, first 5 s after it +0 +500 +4\\.0 +40\\.00 %"))
        .anyMatch(line -> line.matches(" +reached .* they missed at most 1\\.00 %, .* 0\\.00 %"))
        .anyMatch(line -> line.matches(" +reached .* they missed at least 40\\.00 %"))
        .anyMatch(line -> line.matches(" +reached .*: 30,000 at ONE, 0 failed"));
  }

  @Test
  void coldNodeInSpiteOfHintsFails() throws IOException {
    move("two", 0, 30, 100);
    move("three", 100, 40, 0);
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString()).contains("missed     nodes that had applied read hints");
  }

  @Test
  void comparisonThatShowsNothingFails() throws IOException {
    move("two", 0, 1, 100);
    move("three", 100, 1, 0);
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString()).contains("missed     nodes that had applied none");
  }

  @Test
  void missingComparisonFails() throws IOException {
    move("two", 0, 1, 100);
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString()).contains("undecided  nodes that had applied none");
  }

  /** As where its coordinator asks another replica. */
  @Test
  void aNodeWhoseReadsGoElsewhereDecidesNothing() throws IOException {
    move("two", 0, 1, 100);
    lines.add("asks one three");
    for (int at = BEGIN; at < END; at++) {
      lines.add(caches("one", at + 100, 20_000 + 1_000 * (at - BEGIN), 0, 0));
      // What it reads of its own tables.
      lines.add(caches("three", at + 100, 2 * (at - BEGIN), 0, 0));
      lines.add(second(at + 100, 0));
      if (at == MOVED) {
        lines.add("moved {\"atSeconds\":%d.0}".formatted(MOVED + 100));
      }
    }
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString())
        .contains("reached    nodes that had applied read hints")
        .contains("undecided  nodes that had applied none were not: they missed at least -")
        .doesNotContain("missed     nodes");
  }

  @Test
  void failedReadFails() throws IOException {
    move("two", 0, 1, 100);
    lines.add(second(END, 1));
    move("three", 100, 40, 0);
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString())
        .contains("missed     every operation succeeded")
        .contains("1 failed");
  }

  @Test
  void readsThatDidNotMoveAreReported() {
    lines.addAll(List.of("asks one two", second(BEGIN, 0), "end"));

    assertThatThrownBy(this::show).hasMessageContaining("did not move from one to two");
  }

  @Test
  void linesThatEndTooEarlyAreReported() {
    lines.addAll(List.of("asks one two", second(BEGIN, 0)));

    assertThatThrownBy(this::show).hasMessageContaining("ended before");
  }
}
