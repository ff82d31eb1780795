package io.amoeba.containers.fault;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.stack.Stack;
import java.time.Duration;
import java.util.List;

/**
 * Every packet from one container of a network to another takes so much longer, in each direction;
 * loopback inside a container does not. Ends when closed. Safe for concurrent use.
 */
public final class LinkDelay implements AutoCloseable {
  private static final long NANOS_PER_MICRO = 1_000;

  private final FaultContainer container;

  private LinkDelay(FaultContainer container) {
    this.container = container;
  }

  /**
   * Begins; the containers are connected already.
   *
   * @param delay in each direction, at least 1 µs
   */
  public static LinkDelay on(Engine engine, Stack stack, String network, Duration delay) {
    long micros = delay.toNanos() / NANOS_PER_MICRO;
    if (micros < 1) {
      throw new IllegalArgumentException("delay is " + delay + ": use 1 microsecond or more");
    }
    return new LinkDelay(
        FaultContainer.inHostNetwork(
            engine,
            stack,
            List.of("/opt/network-faults/delay.sh", stack.bridge(network), "" + micros)));
  }

  /** What delays: {@code netem} or {@code packet-delay}. */
  public String means() {
    return container.means();
  }

  @Override
  public void close() {
    container.close();
  }
}
