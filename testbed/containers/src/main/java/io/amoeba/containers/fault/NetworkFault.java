package io.amoeba.containers.fault;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A fault in the network of containers until it is closed. Safe for concurrent use. */
public final class NetworkFault implements AutoCloseable {
  private static final String IMAGE = "amoeba/network-faults:dev";
  private static final String READY = "ready: ";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long POLL_MILLIS = 50;
  private static final long NANOS_PER_MICRO = 1_000;

  private final Engine engine;
  private final String id;
  private final String means;
  private boolean closed; // guarded by this

  private NetworkFault(Engine engine, String id, String means) {
    this.engine = engine;
    this.id = id;
    this.means = means;
  }

  /**
   * No packet reaches or leaves a container, and all that share its network identity, as if its
   * cable were pulled.
   */
  public static NetworkFault cut(Engine engine, Stack stack, Container container) {
    String peer = container.exec("cat", "/sys/class/net/eth0/iflink").strip();
    return start(engine, stack, "host", "/opt/network-faults/cut.sh", peer);
  }

  /**
   * No packet to or from one TCP port of another container reaches this one, and all that share its
   * network identity. Other ports work, and connections stay open.
   */
  public static NetworkFault cutPort(Engine engine, Stack stack, Container container, int port) {
    String network = "container:" + container.id();
    return start(engine, stack, network, "/opt/network-faults/cut-port.sh", String.valueOf(port));
  }

  /**
   * Delays every packet between the containers that the network has now; not loopback inside one.
   *
   * @param delay in each direction, at least 1 µs
   */
  public static NetworkFault delay(Engine engine, Stack stack, String network, Duration delay) {
    long micros = delay.toNanos() / NANOS_PER_MICRO;
    if (micros < 1) {
      throw new IllegalArgumentException("delay is " + delay + ": use 1 microsecond or more");
    }
    String bridge = stack.bridge(network);
    return start(engine, stack, "host", "/opt/network-faults/delay.sh", bridge, "" + micros);
  }

  private static NetworkFault start(Engine engine, Stack stack, String network, String... words) {
    String capabilities = "--cap-drop=ALL --cap-add=NET_ADMIN --cap-add=NET_RAW";
    List<String> run = new ArrayList<>(List.of("run", "-d", "--net=" + network, stack.label()));
    run.addAll(List.of((capabilities + " " + IMAGE).split(" ")));
    String id = engine.docker(run, words).strip();
    String means = "";
    try {
      means = awaitReady(engine, id);
      return new NetworkFault(engine, id, means);
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

  /** The means of a delay: {@code netem} or {@code packet-delay}. */
  public String means() {
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
