package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.containers.stack.BlockDevice;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StackIT {
  private static final Duration DELAY = Duration.ofMillis(2);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int READS_PER_SECOND = 100;
  private static final String CPU_LIMIT = "{{.HostConfig.CpuQuota}}/{{.HostConfig.CpuPeriod}}";
  private static Stack stack;
  private static Container left;
  private static Container right;

  @BeforeAll
  static void start() {
    String device =
        BlockDevice.of(
            Path.of(Containers.engine().docker("info", "-f", "{{.DockerRootDir}}").strip()));
    stack =
        Containers.twoRedis(
            "amoeba-check-stack",
            Map.of(
                "left",
                new Limits(0.5, 64, null),
                "right",
                new Limits(null, null, new Limits.Reads(device, READS_PER_SECOND))));
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
            .docker("inspect", "-f", CPU_LIMIT + " {{.HostConfig.Memory}}", left.id());

    assertThat(limits.strip()).isEqualTo("5000/10000 67108864");

    left.limitCpus(0.25);
    assertThat(Containers.engine().docker("inspect", "-f", CPU_LIMIT, left.id()).strip())
        .isEqualTo("3000/12000");
  }

  @Test
  void readsOfTheDeviceAreLimited() {
    int reads = 300;
    right.exec("dd", "if=/dev/zero", "of=/data/file", "bs=4k", "count=" + reads, "oflag=direct");

    String said = right.exec("sh", "-c", "dd if=/data/file of=/dev/null bs=4k iflag=direct 2>&1");

    // "1228800 bytes (1.2 MB, 1.2 MiB) copied, 2.99 s, 411 kB/s"
    double seconds = Double.parseDouble(said.replaceAll("(?s).*copied, ([0-9.e-]+) s,.*", "$1"));
    assertThat(seconds).isGreaterThan(0.8 * reads / READS_PER_SECOND);
  }

  @Test
  void delayHoldsPacketsBetweenContainersOnly() {
    double before = millis("right");

    double own;
    double other;
    try (NetworkFault delay = NetworkFault.delay(Containers.engine(), stack, "links", DELAY)) {
      assertThat(delay.means()).isIn("netem", "packet-delay");
      own = millis("127.0.0.1");
      other = millis("right");
    }

    assertThat(other).isGreaterThan(2 * DELAY.toMillis());
    // Compared: on a busy machine all of them take longer.
    assertThat(other - own).as("within a container").isGreaterThan(DELAY.toMillis());
    assertThat(other - before).as("before").isGreaterThan(DELAY.toMillis());
    assertThat(other - millis("right")).as("afterwards").isGreaterThan(DELAY.toMillis());
  }

  @Test
  void cutLinkHeals() {
    assertThat(ping("right")).isEqualTo("PONG");

    try (NetworkFault cut = NetworkFault.cut(Containers.engine(), stack, right)) {
      assertThat(cut).isNotNull();
      assertThatThrownBy(() -> ping("right")).isInstanceOf(ContainerException.class);
    }

    await().atMost(PATIENCE).ignoreExceptions().until(() -> ping("right"), "PONG"::equals);
  }

  @Test
  void pausedContainerContinues() {
    right.pause();
    try {
      assertThat(right.state()).isEqualTo("paused");
      assertThatThrownBy(() -> ping("right")).isInstanceOf(ContainerException.class);
    } finally {
      right.unpause();
    }

    await().atMost(PATIENCE).ignoreExceptions().until(() -> ping("right"), "PONG"::equals);
  }

  @Test
  void killedContainerStartsAgain() {
    right.kill();
    assertThat(right.state()).isEqualTo("exited");
    assertThat(right.exitCode()).isEqualTo(137);

    right.start();

    await().atMost(PATIENCE).ignoreExceptions().until(() -> ping("right"), "PONG"::equals);
    assertThat(right.logTail(100)).contains("Ready to accept connections");
  }
}
