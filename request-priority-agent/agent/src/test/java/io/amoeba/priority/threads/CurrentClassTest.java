package io.amoeba.priority.threads;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each test has a thread of its own, whose class it is. */
class CurrentClassTest {

  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    thread.shutdownNow();
  }

  @Test
  void aThreadHasTheClassOfItsTaskUntilTheNext() throws Exception {
    onThread(
        current -> {
          assertThat(current.serviceClass()).isEqualTo(NORMAL);
          current.beginTask(HIGH);
          assertThat(current.serviceClass()).isEqualTo(HIGH);
          current.beginTask(NORMAL);
          assertThat(current.serviceClass()).isEqualTo(NORMAL);
        });
  }

  /** It may hold a lock while it waits for what it hands over. */
  @Test
  void aSharedThreadThatRunsALowTaskKeepsItsTasksOnSharedThreads() throws Exception {
    onThread(
        current -> {
          assertThat(current.mayRedirect()).isTrue();
          current.beginTask(LOW);
          assertThat(current.mayRedirect()).isFalse();
          current.beginTask(NORMAL);
          assertThat(current.mayRedirect()).isFalse();
        });
  }

  @Test
  void aThreadOfTheLowClassIsLowWhateverItsTask() throws Exception {
    onThread(
        current -> {
          current.becomeLowThread();
          current.beginTask(NORMAL);
          assertThat(current.serviceClass()).isEqualTo(LOW);
          assertThat(current.mayRedirect()).isTrue();
        });
  }

  private interface Check {
    void on(CurrentClass current);
  }

  private void onThread(Check check) throws Exception {
    thread.submit(() -> check.on(CurrentClass.get())).get(1, TimeUnit.MINUTES);
  }
}
