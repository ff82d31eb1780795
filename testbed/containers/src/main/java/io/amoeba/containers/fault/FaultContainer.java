package io.amoeba.containers.fault;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A container that does something to links of its network until it is stopped. */
final class FaultContainer implements AutoCloseable {
  private static final String IMAGE = "amoeba/network-faults:dev";
  private static final String READY = "ready: ";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long POLL_MILLIS = 50;

  private final Engine engine;
  private final String id;
  private final String means;
  private boolean closed; // guarded by this

  private FaultContainer(Engine engine, String id, String means) {
    this.engine = engine;
    this.id = id;
    this.means = means;
  }

  static FaultContainer inHostNetwork(Engine engine, Stack stack, List<String> words) {
    return start(engine, stack, "host", words);
  }

  /** In the network that a container has. */
  static FaultContainer beside(
      Engine engine, Stack stack, Container container, List<String> words) {
    return start(engine, stack, "container:" + container.id(), words);
  }

  private static FaultContainer start(
      Engine engine, Stack stack, String network, List<String> words) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "run",
                "-d",
                "--net=" + network,
                "--cap-drop=ALL",
                "--cap-add=NET_ADMIN",
                "--cap-add=NET_RAW",
                stack.label(),
                IMAGE));
    all.addAll(words);
    String id = engine.docker(all.toArray(String[]::new)).strip();
    String means = "";
    try {
      means = awaitReady(engine, id);
      return new FaultContainer(engine, id, means);
    } finally {
      if (means.isEmpty()) {
        engine.docker("rm", "-f", id);
      }
    }
  }

  private static String awaitReady(Engine engine, String id) {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      for (String line : engine.docker("logs", id).lines().toList()) {
        if (line.startsWith(READY)) {
          return line.substring(READY.length());
        }
      }
      boolean running =
          engine.docker("inspect", "--format", "{{.State.Running}}", id).strip().equals("true");
      if (!running || System.nanoTime() > deadlineNanos) {
        throw new ContainerException(
            "The network cannot be changed: "
                + engine.program(
                    List.of("sh", "-c", "docker logs " + id + " 2>&1"), Map.of(), PATIENCE));
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ContainerException("interrupted while the network was changed", e);
      }
    }
  }

  String means() {
    return means;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      engine.docker("stop", "-t", "10", id);
      engine.docker("rm", "-f", id);
    }
  }
}
