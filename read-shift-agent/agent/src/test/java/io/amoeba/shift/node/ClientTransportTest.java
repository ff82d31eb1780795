package io.amoeba.shift.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ClientTransportTest {

  private final List<String> done = new CopyOnWriteArrayList<>();
  private volatile boolean running = true;
  private volatile boolean refusing;
  private final ClientTransport clients =
      new ClientTransport(
          () -> {
            done.add("asked");
            return running;
          },
          () -> {
            running = false;
            done.add("stopped");
          },
          () -> {
            if (refusing) {
              throw new IllegalStateException("not yet");
            }
            running = true;
            done.add("started");
          });

  private void awaitDone(String... what) {
    await().untilAsserted(() -> assertThat(done).containsExactly(what));
  }

  @Test
  void clientsLeaveAndReturn() {
    clients.drain();
    clients.accept();

    awaitDone("asked", "stopped", "asked", "started");
  }

  @Test
  void aPortThatAnOperatorHasStoppedStaysStopped() {
    running = false;
    clients.drain();
    clients.accept();
    awaitDone("asked");

    assertThat(running).isFalse();
  }

  @Test
  void aPortThatAnOperatorHasStartedAgainIsLeftAlone() {
    clients.drain();
    awaitDone("asked", "stopped");
    running = true;
    clients.accept();

    awaitDone("asked", "stopped", "asked");
  }

  @Test
  void aStartThatFailsIsRetried() {
    clients.drain();
    awaitDone("asked", "stopped");
    refusing = true;
    clients.accept();
    awaitDone("asked", "stopped", "asked");

    refusing = false;

    await().atMost(Duration.ofSeconds(30)).until(() -> running);
  }

  @Test
  void clientsThatLeaveAgainDoNotReturnByARetry() {
    clients.drain();
    awaitDone("asked", "stopped");
    refusing = true;
    clients.accept();
    awaitDone("asked", "stopped", "asked");
    clients.drain();
    refusing = false;
    awaitDone("asked", "stopped", "asked", "asked");

    clients.accept();

    awaitDone("asked", "stopped", "asked", "asked", "asked", "started");
  }
}
