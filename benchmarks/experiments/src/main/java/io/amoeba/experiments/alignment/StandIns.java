package io.amoeba.experiments.alignment;

import io.amoeba.containers.stack.Container;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What stands for the nodes that a cluster has less than the largest one that is measured. Its
 * containers take of the machine's processors and of their caches what such nodes would: or else
 * the nodes of a small cluster, each with the same limit, would run on a machine that is nearly
 * idle, and make more of the same processor time. Immutable.
 *
 * @param count how many
 * @param processors of each
 */
record StandIns(int count, double processors) {
  static final StandIns NONE = new StandIns(0, 0);

  /** Larger than caches that belong to one processor: others find theirs used. */
  private static final String[] WORK = {
    "sh", "-c", "while :; do dd if=/dev/zero of=/dev/null bs=4M count=1024 2>/dev/null; done"
  };

  /**
   * For a cluster of so many nodes. Each takes a node's part of what the machine did with the
   * largest cluster when aligned, with all that is done about a node.
   *
   * @param machineProcessors of this machine
   */
  static StandIns of(int nodes, SizeResult largest, int machineProcessors) {
    double busy = largest.of(true, phase -> phase.machine().busyFraction()).median();
    double each = busy * machineProcessors / largest.nodes();
    return nodes < largest.nodes() && each > 0 ? new StandIns(largest.nodes() - nodes, each) : NONE;
  }

  /** They begin to work, in containers without servers, until the stack is closed. */
  void begin(LinearRoadStack stack) {
    List<String> services =
        IntStream.rangeClosed(stack.nodes() + 1, stack.nodes() + count)
            .mapToObj(node -> "node-" + node)
            .toList();
    stack.stack().startMore(services);
    for (String service : services) {
      Container container = stack.stack().container(service);
      container.limitCpus(processors);
      container.execInBackground(WORK);
    }
  }

  /** For people. */
  String told() {
    return "%d load containers with %.2f CPUs each emulate the absent nodes"
        .formatted(count, processors);
  }
}
