package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.JoinPorts.Transfers;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Cuts tokens into steps, in order. Pure: the same input gives the same plan. */
public final class StepPlanner {

  /** So that the first part serves early in small clusters, too. */
  private static final int LEAST_AUTOMATIC_STEPS = 8;

  /** Against an even share: a cold node receives slowly, and should serve something soon. */
  private static final double FIRST_STEP = 0.5;

  /** A token with the data that it brings, as a share of the ring, and who sends most of it. */
  private record Gain(long token, String sender, double share) {}

  private StepPlanner() {}

  /**
   * Steps for {@code tokens} after {@code done}. A step that would transfer nothing is merged with
   * a neighbour.
   *
   * @param rank of a sender, for {@link StepOrder#LEAST_LOADED}
   */
  public static List<SortedSet<Long>> plan(
      SortedSet<Long> done,
      SortedSet<Long> tokens,
      JoinSettings settings,
      Transfers transfers,
      ToIntFunction<String> rank) {
    List<Gain> gains = new ArrayList<>();
    SortedSet<String> senders = new TreeSet<>();
    for (Long token : tokens) {
      List<Transfer> parts = transfers.of(done, new TreeSet<>(List.of(token)));
      parts.forEach(part -> senders.add(part.sender()));
      gains.add(gain(token, parts));
    }
    List<Gain> ordered = ordered(gains, settings, rank);
    List<SortedSet<Long>> steps =
        settings.tokensPerStep() == JoinSettings.AUTOMATIC
            ? cutByShare(ordered, Math.max(LEAST_AUTOMATIC_STEPS, senders.size()))
            : cutByCount(ordered, settings.tokensPerStep());
    return merged(done, steps, transfers);
  }

  /** The done steps of a join as they are, the others planned again. */
  static List<SortedSet<Long>> again(
      JoinRecord join, JoinSettings settings, Transfers transfers, ClusterSnapshot cluster) {
    List<SortedSet<Long>> steps =
        new ArrayList<>(join.steps().stream().filter(join.done()::containsAll).toList());
    SortedSet<Long> rest = new TreeSet<>(join.tokens());
    rest.removeAll(join.done());
    if (!rest.isEmpty()) {
      SenderRanks ranks = SenderRanks.of(cluster.members());
      steps.addAll(plan(join.done(), rest, settings, transfers, ranks::of));
    }
    return steps;
  }

  private static Gain gain(long token, List<Transfer> parts) {
    String sender =
        parts.stream()
            .max(
                Comparator.comparingDouble(Transfer::share)
                    .thenComparing(Transfer::sender, Comparator.reverseOrder()))
            .map(Transfer::sender)
            .orElse("");
    return new Gain(token, sender, parts.stream().mapToDouble(Transfer::share).sum());
  }

  private static List<Gain> ordered(
      List<Gain> ascending, JoinSettings settings, ToIntFunction<String> rank) {
    List<Gain> ordered = new ArrayList<>(ascending);
    switch (settings.order()) {
      case TOKEN -> {}
      case ROUND_ROBIN -> ordered = roundRobin(ascending);
      case RANDOM -> Collections.shuffle(ordered, new Random(settings.seed()));
      case LEAST_LOADED ->
          ordered.sort(
              Comparator.comparingInt((Gain gain) -> rank.applyAsInt(gain.sender()))
                  .thenComparing(Gain::sender)
                  .thenComparingLong(Gain::token));
    }
    return ordered;
  }

  private static List<Gain> roundRobin(List<Gain> ascending) {
    SortedMap<String, Deque<Gain>> bySender =
        ascending.stream()
            .collect(
                Collectors.groupingBy(
                    Gain::sender, TreeMap::new, Collectors.toCollection(ArrayDeque::new)));
    List<Gain> ordered = new ArrayList<>();
    while (ordered.size() < ascending.size()) {
      for (Deque<Gain> queue : bySender.values()) {
        if (!queue.isEmpty()) {
          ordered.add(queue.removeFirst());
        }
      }
    }
    return ordered;
  }

  private static List<SortedSet<Long>> cutByCount(List<Gain> ordered, int count) {
    List<SortedSet<Long>> steps = new ArrayList<>();
    for (int i = 0; i < ordered.size(); i++) {
      if (i % count == 0) {
        steps.add(new TreeSet<>());
      }
      steps.get(steps.size() - 1).add(ordered.get(i).token());
    }
    return steps;
  }

  /** Each of at most {@code count} steps ends where its share of all data is reached. */
  private static List<SortedSet<Long>> cutByShare(List<Gain> ordered, int count) {
    double total = ordered.stream().mapToDouble(Gain::share).sum();
    double first = FIRST_STEP / count;
    double other = (1 - first) / (count - 1);
    List<SortedSet<Long>> steps = new ArrayList<>(List.of(new TreeSet<>()));
    double planned = 0;
    for (Gain gain : ordered) {
      double end = first + other * (steps.size() - 1);
      // Half of a token's data may be beyond the mark: the nearest cut is the better one.
      if (steps.size() < count
          && !steps.get(steps.size() - 1).isEmpty()
          && planned + gain.share() / 2 > total * end) {
        steps.add(new TreeSet<>());
      }
      steps.get(steps.size() - 1).add(gain.token());
      planned += gain.share();
    }
    return steps;
  }

  private static List<SortedSet<Long>> merged(
      SortedSet<Long> done, List<SortedSet<Long>> steps, Transfers transfers) {
    List<SortedSet<Long>> merged = new ArrayList<>();
    SortedSet<Long> before = new TreeSet<>(done);
    SortedSet<Long> collected = new TreeSet<>();
    for (SortedSet<Long> step : steps) {
      collected.addAll(step);
      if (!transfers.of(before, collected).isEmpty()) {
        before.addAll(collected);
        merged.add(collected);
        collected = new TreeSet<>();
      }
    }
    if (!collected.isEmpty()) {
      if (merged.isEmpty()) {
        merged.add(collected);
      } else {
        merged.get(merged.size() - 1).addAll(collected);
      }
    }
    return merged;
  }
}
