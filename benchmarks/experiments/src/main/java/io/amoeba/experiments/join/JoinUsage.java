package io.amoeba.experiments.join;

import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineUsage;
import java.util.List;

/**
 * What nodes and their machine used, in the order of time. Immutable.
 *
 * @param members one series for each, from the warm-up on
 * @param joiner the joining node, from its start on
 * @param machine all of it, from the warm-up on
 */
record JoinUsage(
    List<List<ContainerUsage>> members, List<ContainerUsage> joiner, List<MachineUsage> machine) {
  JoinUsage {
    members = members.stream().map(List::copyOf).toList();
    joiner = List.copyOf(joiner);
    machine = List.copyOf(machine);
  }
}
