package io.amoeba.priority.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OneTimeTaskTest {

  private final AtomicInteger runs = new AtomicInteger();
  private final OneTimeTask task = new OneTimeTask(runs::incrementAndGet);

  @Test
  void aTaskRunsOnceAndCannotBeTakenBackThen() {
    task.run();
    task.run();

    assertThat(runs).hasValue(1);
    assertThat(task.takeBack()).isFalse();
  }

  @Test
  void aTaskThatIsTakenBackDoesNotRun() {
    assertThat(task.takeBack()).isTrue();
    assertThat(task.takeBack()).isFalse();

    task.run();

    assertThat(runs).hasValue(0);
  }
}
