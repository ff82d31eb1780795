package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.freshreads.Load.Workload;
import java.util.List;
import java.util.Optional;

/**
 * Loads that follow each other without a pause, on whole or disturbed servers. Immutable.
 *
 * @param name as on the command line
 * @param loads at least one
 */
record Scenario(String name, List<Load> loads, Fault fault) {
  /** What is wrong with the last replica. */
  enum Fault {
    NONE,
    /** It gets no writes. */
    STALE_REPLICA,
    /** It has half of the CPU time of the others. */
    SLOW_REPLICA
  }

  static final String B = "b";
  static final String A = "a";
  static final String MORE_READS = "more-reads";
  static final String FEWER_CLIENTS = "fewer-clients";
  static final String BURST = "burst";
  static final String STALE_REPLICA = "stale-replica";
  static final String SLOW_REPLICA = "slow-replica";

  /** On servers of its own: it cannot follow another scenario. */
  static final String COLOCATED = "colocated";

  static final List<String> NAMES =
      List.of(B, A, MORE_READS, FEWER_CLIENTS, BURST, STALE_REPLICA, SLOW_REPLICA, COLOCATED);

  private static final int COLOCATED_THREADS = 4;

  static Optional<String> known(String name) {
    return NAMES.stream().filter(name::equals).findFirst();
  }

  /**
   * The scenarios of a name: one for each number of clients where the load does not change.
   *
   * @param clients ascending; the others use the least and the greatest of them
   */
  static List<Scenario> of(String name, List<Integer> clients) {
    int few = clients.get(0);
    int many = clients.get(clients.size() - 1);
    Load all = new Load(Workload.B, many);
    return switch (name) {
      case B -> plain(name, Workload.B, clients);
      case A -> plain(name, Workload.A, clients);
      case MORE_READS -> changing(name, new Load(Workload.A, many), all);
      case FEWER_CLIENTS -> changing(name, all, new Load(Workload.A, few));
      case BURST ->
          changing(
              name,
              new Load(Workload.A, few),
              new Load(Workload.A, many),
              new Load(Workload.A, few));
      case STALE_REPLICA -> List.of(new Scenario(name, List.of(all), Fault.STALE_REPLICA));
      case SLOW_REPLICA -> List.of(new Scenario(name, List.of(all), Fault.SLOW_REPLICA));
      case COLOCATED ->
          List.of(new Scenario(name, List.of(new Load(Workload.B, COLOCATED_THREADS)), Fault.NONE));
      default -> throw new IllegalArgumentException("there is no scenario " + name);
    };
  }

  private static List<Scenario> plain(String name, Workload workload, List<Integer> clients) {
    return clients.stream()
        .map(number -> new Scenario(name, List.of(new Load(workload, number)), Fault.NONE))
        .toList();
  }

  private static List<Scenario> changing(String name, Load... loads) {
    return List.of(new Scenario(name, List.of(loads), Fault.NONE));
  }

  boolean changes() {
    return loads.size() > 1;
  }

  /** Threads that never pause, on the host of the primary. */
  boolean isColocated() {
    return name.equals(COLOCATED);
  }

  /** One load of clients that think, on whole servers. */
  boolean isPlain() {
    return !changes() && fault == Fault.NONE && !isColocated();
  }

  /** For claims and plots; unique among the steps of all scenarios. */
  String label(int step) {
    if (isPlain()) {
      return loads.get(step).toString();
    }
    return changes()
        ? "%s %d: %s".formatted(name, step + 1, loads.get(step))
        : "%s: %s".formatted(name, loads.get(step));
  }
}
