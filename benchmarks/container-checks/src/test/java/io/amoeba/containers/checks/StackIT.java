package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.fault.LinkCut;
import io.amoeba.containers.fault.LinkDelay;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StackIT {
  private static final Duration DELAY = Duration.ofMillis(2);
  private static Stack stack;
  private static Container left;
  private static Container right;

  @BeforeAll
  static void start() {
    stack = Containers.twoRedis("amoeba-check-stack", Map.of("left", new Limits(0.5, 64, null)));
    left = stack.container("left");
    right = stack.container("right");
  }

  @AfterAll
  static void end() {
    stack.close();
    assertThat(Containers.remains("amoeba-check-stack")).isEmpty();
  }

  /** Median of a request from the left to a host, in milliseconds. */
  private static double millis(String host) {
    String csv =
        left.exec(
            "redis-benchmark", "-h", host, "-c", "1", "-n", "300", "-t", "ping_mbulk", "--csv");
    String[] lines = csv.strip().split("\n");
    return Double.parseDouble(lines[lines.length - 1].replace("\"", "").split(",")[4]);
  }

  private static String ping(String host) {
    return left.exec("timeout", "2", "redis-cli", "-h", host, "ping").strip();
  }

  @Test
  void limitsHold() {
    String limits =
        Containers.engine()
            .docker("inspect", "-f", "{{.HostConfig.NanoCpus}} {{.HostConfig.Memory}}", left.id());

    assertThat(limits.strip()).isEqualTo("500000000 67108864");

    left.limitCpus(0.25);
    assertThat(Containers.engine().docker("inspect", "-f", "{{.HostConfig.NanoCpus}}", left.id()))
        .startsWith("250000000");
  }

  @Test
  void delayHoldsPacketsBetweenContainersOnly() {
    double before = millis("right");

    double own;
    double other;
    try (LinkDelay delay = LinkDelay.on(Containers.engine(), stack, "links", DELAY)) {
      assertThat(delay.means()).isIn("netem", "packet-delay");
      own = millis("127.0.0.1");
      other = millis("right");
    }

    assertThat(other).isGreaterThan(2 * DELAY.toMillis());
    assertThat(own).isLessThan(DELAY.toMillis());
    assertThat(millis("right")).isLessThan(2 * DELAY.toMillis());
    assertThat(before).isLessThan(2 * DELAY.toMillis());
  }

  @Test
  void cutLinkHeals() {
    assertThat(ping("right")).isEqualTo("PONG");

    try (LinkCut cut = LinkCut.of(Containers.engine(), stack, right)) {
      assertThat(cut).isNotNull();
      assertThatThrownBy(() -> ping("right")).isInstanceOf(ContainerException.class);
    }

    await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> ping("right"), "PONG"::equals);
  }

  @Test
  void pausedContainerGoesOn() {
    right.pause();
    try {
      assertThat(right.state()).isEqualTo("paused");
      assertThatThrownBy(() -> ping("right")).isInstanceOf(ContainerException.class);
    } finally {
      right.unpause();
    }

    assertThat(ping("right")).isEqualTo("PONG");
  }

  @Test
  void killedContainerStartsAgain() {
    right.kill();
    assertThat(right.state()).isEqualTo("exited");
    assertThat(right.exitCode()).isEqualTo(137);

    right.start();

    await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(() -> ping("right"), "PONG"::equals);
    assertThat(right.logTail(100)).contains("Ready to accept connections");
  }
}
