package io.amoeba.coordinator.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReportBookTest {

  private static final EdgeId EDGE = new EdgeId("j", "Toll");

  private final AtomicLong millis = new AtomicLong();
  private final Clock clock =
      ((InstantSource) () -> Instant.ofEpochMilli(millis.get())).withZone(ZoneOffset.UTC);
  private final ReportBook book = new ReportBook(clock::millis, 6_000);

  @Test
  void reportIsForgottenUnlessItIsRenewed() {
    book.accept(report("a", 1));
    book.accept(report("b", 2));
    millis.set(4_000);
    book.accept(report("b", 2));
    millis.set(6_001);

    assertThat(book.expire()).isTrue();
    assertThat(book.live()).extracting(TaskManagerReport::taskManager).containsExactly("b");
    assertThat(book.expire()).isFalse();
  }

  @Test
  void newReportReplacesTheOldOne() {
    book.accept(report("a", 1));
    book.accept(report("a", 2));

    assertThat(book.about(EDGE).routers())
        .extracting(RouterReport::incarnation)
        .containsExactly(2L);
  }

  @Test
  void routersComeInTheOrderInWhichTheyWereFirstHeard() {
    book.accept(report("old", 1));
    book.accept(report("new", 2));
    book.accept(report("old", 1));

    assertThat(book.about(EDGE).routers())
        .extracting(RouterReport::incarnation)
        .containsExactly(1L, 2L);
  }

  @Test
  void routersOfAnEarlierCoordinatorsDocumentAreNotYetOurs() {
    book.accept(report("a", 1));

    assertThat(book.allRoutersHear(EDGE, "us")).isTrue();
    assertThat(book.allRoutersHear(EDGE, "others")).isFalse();
  }

  private static TaskManagerReport report(String id, long incarnation) {
    RouterReport router = new RouterReport(EDGE, 0, 1, 1, incarnation, 0, 0);
    return new TaskManagerReport(id, "h", "us", 0, 0, List.of(router), List.of(), List.of());
  }
}
