package io.amoeba.containers.fault;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Stack;
import java.util.List;

/**
 * A container that reaches no server of others at one TCP port, nor hears of it; everything else
 * between them goes on, and connections stay open. Closing heals it. Safe for concurrent use.
 */
public final class PortCut implements AutoCloseable {
  private final FaultContainer fault;

  private PortCut(FaultContainer fault) {
    this.fault = fault;
  }

  /** Cuts a container, and all that share its network identity, off from the servers at a port. */
  public static PortCut of(Engine engine, Stack stack, Container container, int port) {
    return new PortCut(
        FaultContainer.beside(
            engine,
            stack,
            container,
            List.of("/opt/network-faults/cut-port.sh", Integer.toString(port))));
  }

  @Override
  public void close() {
    fault.close();
  }
}
