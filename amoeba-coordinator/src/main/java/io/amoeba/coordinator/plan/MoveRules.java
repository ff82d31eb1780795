package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.yaml.YamlSection;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What plans that move hash slots must respect, as people write it. Immutable.
 *
 * @param fixedHashSlots hash slots that may not move
 * @param fixedPrimaries {@code host:port} of primaries that may not give any away
 * @param fixedNodes nodes whose primaries may not give any away
 * @param forbiddenNodes nodes whose primaries may not gain any
 * @param capacities beyond which nodes do not gain any
 * @param nodesWithoutJob nodes on which no subtask is counted on, so that their primaries do not
 *     gain any for one
 */
public record MoveRules(
    List<HashSlotSpan> fixedHashSlots,
    Set<String> fixedPrimaries,
    Set<String> fixedNodes,
    Set<String> forbiddenNodes,
    NodeCapacities capacities,
    Set<String> nodesWithoutJob) {

  private static final Pattern SPAN = Pattern.compile("(\\d{1,5})(?:\\s*-\\s*(\\d{1,5}))?");

  /** Everything may move anywhere. */
  public static final MoveRules NONE = new MoveRules(List.of(), Set.of(), Set.of(), Set.of());

  public MoveRules {
    fixedHashSlots = List.copyOf(fixedHashSlots);
    fixedPrimaries = Set.copyOf(fixedPrimaries);
    fixedNodes = Set.copyOf(fixedNodes);
    forbiddenNodes = Set.copyOf(forbiddenNodes);
    nodesWithoutJob = Set.copyOf(nodesWithoutJob);
  }

  /** Rules without capacities. */
  public MoveRules(
      List<HashSlotSpan> fixedHashSlots,
      Set<String> fixedPrimaries,
      Set<String> fixedNodes,
      Set<String> forbiddenNodes) {
    this(
        fixedHashSlots,
        fixedPrimaries,
        fixedNodes,
        forbiddenNodes,
        NodeCapacities.UNLIMITED,
        Set.of());
  }

  /** The caller refuses unknown keys. */
  public static MoveRules read(YamlSection section) {
    return new MoveRules(
        hashSlots(section),
        section.addresses("fixedPrimaries"),
        Set.copyOf(section.texts("fixedNodes")),
        Set.copyOf(section.texts("forbiddenNodes")),
        NodeCapacities.read(section),
        Set.of());
  }

  private static List<HashSlotSpan> hashSlots(YamlSection section) {
    List<HashSlotSpan> spans = new ArrayList<>();
    for (String text : section.texts("fixedHashSlots")) {
      Optional<HashSlotSpan> span = span(text);
      if (span.isEmpty()) {
        section.problem(
            "fixedHashSlots",
            "'" + text + "'",
            "a list of hash slots 0 … 16383 and spans of them",
            "Write it as [7, 5461-5500].");
      }
      span.ifPresent(spans::add);
    }
    return spans;
  }

  private static Optional<HashSlotSpan> span(String text) {
    Matcher matcher = SPAN.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int from = Integer.parseInt(matcher.group(1));
    int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
    return from <= to && to < HashSlot.COUNT
        ? Optional.of(new HashSlotSpan(from, to))
        : Optional.empty();
  }

  /** The same with nodes on which no subtask is counted on. */
  public MoveRules withoutJobOn(Set<String> nodes) {
    return new MoveRules(
        fixedHashSlots, fixedPrimaries, fixedNodes, forbiddenNodes, capacities, nodes);
  }

  /** The setting by which a node's primaries gain no hash slots; empty: they may. */
  public Optional<String> closedBy(String node) {
    if (forbiddenNodes.contains(node)) {
      return Optional.of("plans.moves.forbiddenNodes");
    }
    return nodesWithoutJob.contains(node)
        ? Optional.of("plans.rescale.forbiddenNodes")
        : Optional.empty();
  }
}
