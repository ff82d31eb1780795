package io.amoeba.experiments.priority;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaperSemaphoreTest {
  private final List<String> started = new ArrayList<>();

  private void start(PaperSemaphore semaphore, String... names) {
    for (String name : names) {
      semaphore.start(() -> started.add(name));
    }
  }

  @Test
  void lowRequestsWaitFromTheThresholdOnAndAllAreReleasedAtOnce() {
    PaperSemaphore semaphore = new PaperSemaphore(2);
    semaphore.highBegins();
    start(semaphore, "before");
    semaphore.highBegins();
    start(semaphore, "first", "second");
    assertThat(started).containsExactly("before");
    assertThat(semaphore.getWaited()).isEqualTo(2);

    semaphore.highEnds();

    assertThat(started).containsExactly("before", "first", "second");
  }

  @Test
  void aHighRequestThatBeginsMeanwhileStopsTheRelease() {
    PaperSemaphore semaphore = new PaperSemaphore(1);
    semaphore.highBegins();
    semaphore.start(
        () -> {
          started.add("first");
          semaphore.highBegins();
        });
    start(semaphore, "second");

    semaphore.highEnds();
    assertThat(started).containsExactly("first");

    semaphore.highEnds();
    assertThat(started).containsExactly("first", "second");
  }

  @Test
  void nobodyWaitsOnceItIsOff() {
    PaperSemaphore semaphore = new PaperSemaphore(1);
    semaphore.highBegins();
    start(semaphore, "first");

    semaphore.setThreshold(0);
    start(semaphore, "second");

    assertThat(started).containsExactly("first", "second");
  }
}
