package io.amoeba.experiments.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinShowTest {
  private static final int BEGIN = 1_000;
  private static final int STARTED = 1_020;
  private static final int NORMAL = 1_060;
  private static final int END = 1_080;
  private static final int FIRST_BYTE = 1_030;

  private final StringWriter shown = new StringWriter();
  private final List<String> lines = new ArrayList<>();

  private static String second(int second, int failed) {
    return "second {\"second\":%d,\"operations\":500,\"failed\":%d,\"meanMillis\":4.0,\"p50Millis\":4,\"p95Millis\":5,\"p99Millis\":6}"
        .formatted(second, failed);
  }

  private static String node(int second, String mode, int reads) {
    return "node {\"atSeconds\":%d.5,\"mode\":\"%s\",\"ownership\":0.1,\"reads\":%d,\"writes\":9,\"receivedBytes\":%d}"
        .formatted(second, mode, reads, second < FIRST_BYTE ? 0 : 4_096);
  }

  private static String row(int second, int done, int pending) {
    return "join {\"atSeconds\":%d.6,\"epoch\":3,\"done\":%d,\"settling\":0,\"pending\":%d,\"confirming\":0}"
        .formatted(second, done, pending);
  }

  private static String noRow(int second) {
    return "join {\"atSeconds\":%d.6}".formatted(second);
  }

  /** From 1040 on the node owns 8 of 16 tokens. */
  private void join(int readsWhileJoining, int failed) {
    lines.add("started " + STARTED);
    lines.add("some other line");
    for (int second = BEGIN; second < END; second++) {
      lines.add(second(second, second == BEGIN + 1 ? failed : 0));
      boolean joins = second >= STARTED + 5 && second < NORMAL;
      lines.add(joins ? row(second, second < 1_040 ? 0 : 8, 8) : noRow(second));
      if (second >= STARTED) {
        boolean member = second >= NORMAL;
        int reads = second < 1_040 ? 0 : readsWhileJoining;
        lines.add(node(second, member ? "NORMAL" : "JOINING", member ? 700 : reads));
      }
    }
  }

  private boolean show(int limitSeconds) throws IOException {
    return new JoinShow(
            new PrintWriter(shown, true), Duration.ofSeconds(10), Duration.ofSeconds(limitSeconds))
        .run(new BufferedReader(new StringReader(String.join("\n", lines))));
  }

  @Test
  void joinThatServesBeforeItIsCompleteHolds() throws IOException {
    join(120, 0);

    assertThat(show(60)).isTrue();

    assertThat(shown.toString())
        .contains("reached    it answered 120 reads before it was complete")
        .contains("the first 10.0 s after the first byte, of 30.0 s")
        .contains("reached    the members saw it serve some tokens")
        .contains("[8]")
        .contains("0 failed")
        .doesNotContain("missed ");
  }

  @Test
  void figuresAreShownWhileItJoins() throws IOException {
    join(120, 0);
    show(60);

    List<String> table = shown.toString().lines().toList();
    assertThat(table).anyMatch(line -> line.matches(" +6 .*JOINING +0 +500 +0 +3 +0 +0 +8 +0"));
    assertThat(table).anyMatch(line -> line.matches(" +2[01] .*JOINING .* 3 +8 +0 +8 +0"));
    assertThat(table).noneMatch(line -> line.matches(" +-\\d.*"));
  }

  @Test
  void joinThatServesNothingBeforeTheEndFails() throws IOException {
    join(0, 0);

    assertThat(show(60)).isFalse();

    assertThat(shown.toString()).contains("missed     it answered 0 reads before it was complete");
  }

  @Test
  void failedOperationFailsTheJoin() throws IOException {
    join(120, 1);

    assertThat(show(60)).isFalse();

    assertThat(shown.toString())
        .contains("missed     every operation succeeded")
        .contains("1 failed");
  }

  @Test
  void aJoinThatNobodySawDecidesNothing() throws IOException {
    lines.add("started " + STARTED);
    for (int second = BEGIN; second < END; second++) {
      lines.add(second(second, 0));
      if (second >= NORMAL) {
        lines.add(node(second, "NORMAL", 700));
      }
    }

    assertThat(show(60)).isFalse();

    assertThat(shown.toString())
        .contains("undecided  it answered 0 reads before it was complete")
        .contains("undecided  the members saw it serve some tokens")
        .doesNotContain("missed ");
  }

  @Test
  void joinThatTakesTooLongIsReported() {
    join(120, 0);

    assertThatThrownBy(() -> show(20)).hasMessageContaining("no full member after 20 s");
  }

  @Test
  void nodeThatGaveUpIsReported() {
    lines.addAll(List.of("started 1", node(BEGIN, "JOINING_FAILED", 0)));

    assertThatThrownBy(() -> show(9_999)).hasMessageContaining("gave up");
  }

  @Test
  void nodeThatEndedIsReported() {
    lines.addAll(List.of("started 1", node(BEGIN, "JOINING", 0), second(BEGIN + 30, 0)));

    assertThatThrownBy(() -> show(9_999)).hasMessageContaining("does not answer");
  }

  @Test
  void linesThatEndTooEarlyAreReported() {
    lines.addAll(List.of("started " + STARTED, second(BEGIN, 0)));

    assertThatThrownBy(() -> show(60)).hasMessageContaining("ended before");
  }
}
