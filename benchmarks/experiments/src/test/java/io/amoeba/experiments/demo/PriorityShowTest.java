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

class PriorityShowTest {
  private static final int SECONDS = 20;

  private final StringWriter shown = new StringWriter();
  private final List<String> lines = new ArrayList<>();
  private int second = 1_000;

  private static String second(int second, int operations, int failed, int p95) {
    return "second {\"second\":%d,\"operations\":%d,\"failed\":%d,\"meanMillis\":2.0,\"p50Millis\":2,\"p95Millis\":%d,\"p99Millis\":90}"
        .formatted(second, operations, failed, p95);
  }

  private void phase(String name, int p95, int batch) {
    lines.add("requests " + name);
    for (int i = 0; i < SECONDS; i++) {
      lines.add("batch " + second(second, batch, 0, 50));
      // The first seconds do not count.
      lines.add(second(second++, 300, 0, i < 5 ? 1_000 : p95));
    }
  }

  private boolean show() throws IOException {
    return new PriorityShow(new PrintWriter(shown, true))
        .run(new BufferedReader(new StringReader(String.join("\n", lines))));
  }

  @Test
  void fasterMarkedRequestsBesideABatchJobThatGoesOnHold() throws IOException {
    phase("unmarked", 40, 5_000);
    phase("marked", 8, 4_500);
    lines.add("end");

    assertThat(show()).as(shown.toString()).isTrue();

    assertThat(shown.toString().lines())
        .anyMatch(line -> line.matches(" +unmarked +300 +2\\.0 +40\\.0 +5,000"))
        .anyMatch(line -> line.matches(" +marked +300 +2\\.0 +8\\.0 +4,500"))
        .anyMatch(line -> line.matches(" +reached .* P95 8\\.0 ms, unmarked 40\\.0 ms"))
        .anyMatch(line -> line.matches(" +reached .* at least 4,500 in each second"));
  }

  @Test
  void markedRequestsThatAreNotFasterFail() throws IOException {
    phase("unmarked", 40, 5_000);
    phase("marked", 40, 5_000);
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString()).contains("missed     marked requests of the client");
  }

  @Test
  void aBatchJobThatStandsStillFails() throws IOException {
    phase("unmarked", 40, 5_000);
    phase("marked", 8, 0);
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString()).contains("missed     the batch job never stood still");
  }

  @Test
  void withoutAnswersNothingIsDecided() throws IOException {
    phase("unmarked", 40, 5_000);
    lines.addAll(List.of("requests marked", "end"));

    assertThat(show()).isFalse();

    assertThat(shown.toString())
        .contains("undecided  marked requests of the client")
        .contains("undecided  the batch job never stood still")
        .doesNotContain("missed ");
  }

  @Test
  void aBatchJobThatHasEndedDecidesNothing() throws IOException {
    phase("unmarked", 40, 5_000);
    phase("marked", 8, 4_500);
    lines.add(second(second++, 300, 0, 8));
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString())
        .contains("undecided  marked requests of the client")
        .contains("undecided  the batch job never stood still");
  }

  @Test
  void aFailedRequestFails() throws IOException {
    phase("unmarked", 40, 5_000);
    lines.add("batch " + second(second, 10, 1, 50));
    phase("marked", 8, 4_500);
    lines.add("end");

    assertThat(show()).isFalse();

    assertThat(shown.toString()).contains("1 failed");
  }

  @Test
  void linesThatEndTooEarlyAreReported() {
    phase("unmarked", 40, 5_000);

    assertThatThrownBy(this::show).hasMessageContaining("ended before");
  }
}
