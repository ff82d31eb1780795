package io.amoeba.containers.fault;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Stack;
import java.util.List;

/**
 * A container that no packet reaches or leaves, as if its cable were pulled. Closing heals the
 * link. Safe for concurrent use.
 */
public final class LinkCut implements AutoCloseable {
  private final FaultContainer fault;

  private LinkCut(FaultContainer fault) {
    this.fault = fault;
  }

  /** Cuts the link of a container, and of all that share its network identity. */
  public static LinkCut of(Engine engine, Stack stack, Container container) {
    String peer = container.exec("cat", "/sys/class/net/eth0/iflink").strip();
    return new LinkCut(
        FaultContainer.inHostNetwork(engine, stack, List.of("/opt/network-faults/cut.sh", peer)));
  }

  @Override
  public void close() {
    fault.close();
  }
}
