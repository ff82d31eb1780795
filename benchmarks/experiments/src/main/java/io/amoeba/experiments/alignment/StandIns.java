package io.amoeba.experiments.alignment;

import io.amoeba.containers.stack.Container;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Load containers that emulate the nodes that a cluster lacks compared with the largest one. They
 * use the CPUs and caches of the machine like such nodes; otherwise the nodes of a small cluster,
 * each with the same limit, would get more done in their CPU time on a nearly idle machine.
 * Immutable.
 *
 * @param cpus of each
 */
record StandIns(int count, double cpus) {
  static final StandIns NONE = new StandIns(0, 0);

  /** Larger than the caches of a core, so that other processes find theirs used. */
  private static final String[] WORK = {
    "sh", "-c", "while :; do dd if=/dev/zero of=/dev/null bs=4M count=1024 2>/dev/null; done"
  };

  /**
   * For a cluster of so many nodes. Each uses a node's share of the machine under the largest
   * cluster when aligned.
   */
  static StandIns of(int nodes, SizeResult largest, int machineCpus) {
    double each = largest.aligned().machine("busyFraction") * machineCpus / largest.nodes();
    return nodes < largest.nodes() && each > 0 ? new StandIns(largest.nodes() - nodes, each) : NONE;
  }

  /** Starts them, in containers without servers, until the stack is closed. */
  void start(LinearRoadStack stack) {
    List<String> services =
        IntStream.rangeClosed(stack.nodes() + 1, stack.nodes() + count)
            .mapToObj(node -> "node-" + node)
            .toList();
    stack.stack().startMore(services);
    for (String service : services) {
      Container container = stack.stack().container(service);
      container.limitCpus(cpus);
      container.execInBackground(WORK);
    }
  }

  @Override
  public String toString() {
    return "%d load containers with %.2f CPUs each emulate the absent nodes".formatted(count, cpus);
  }
}
