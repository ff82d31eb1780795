package io.amoeba.experiments.join;

import io.amoeba.experiments.usage.ContainerUsage;
import java.util.List;

/**
 * What nodes used, in the order of time. Immutable.
 *
 * @param members one series for each, from the warm-up on
 * @param joiner the joining node, from its start on
 */
record JoinUsage(List<List<ContainerUsage>> members, List<ContainerUsage> joiner) {
  JoinUsage {
    members = members.stream().map(List::copyOf).toList();
    joiner = List.copyOf(joiner);
  }
}
