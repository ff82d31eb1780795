package io.amoeba.coordinator.changes.routing;

import io.amoeba.partitioner.handover.CheckedRouter;
import io.amoeba.partitioner.handover.EdgeMessage.Carried;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A state of the model: a number for each of its parts, which {@link Parts} resolves. Parts recur
 * in many states, so steps of a part are computed once. Immutable.
 */
final class HandOverWorld {

  /** The job's attempt, its records, and what may still happen. */
  record Job(
      int attempt,
      List<Integer> sent,
      List<Integer> completed,
      int recordsLeft,
      int mapsLeft,
      int checkpointsLeft,
      int faultsLeft,
      List<Long> withdrawn) {

    Job sends(int router) {
      return new Job(
          attempt,
          plusOne(sent, router),
          completed,
          recordsLeft - 1,
          mapsLeft,
          checkpointsLeft,
          faultsLeft,
          withdrawn);
    }

    /** Completes records; empty if one of them is not the next one of its router. */
    Optional<Job> completes(List<Carried> records) {
      List<Integer> counts = completed;
      for (Carried record : records) {
        counts = plusOne(counts, record.router());
        if (record.number() != counts.get(record.router())) {
          return Optional.empty();
        }
      }
      return Optional.of(
          new Job(
              attempt,
              sent,
              counts,
              recordsLeft,
              mapsLeft,
              checkpointsLeft,
              faultsLeft,
              withdrawn));
    }

    Job publishes(List<Long> withdrawnNow) {
      List<Long> all = new ArrayList<>(withdrawn);
      all.addAll(withdrawnNow);
      return new Job(
          attempt,
          sent,
          completed,
          recordsLeft,
          mapsLeft - 1,
          checkpointsLeft,
          faultsLeft,
          all.stream().distinct().sorted().toList());
    }

    Job checkpoints() {
      return new Job(
          attempt,
          sent,
          completed,
          recordsLeft,
          mapsLeft,
          checkpointsLeft - 1,
          faultsLeft,
          withdrawn);
    }

    Job fault() {
      return new Job(
          attempt,
          sent,
          completed,
          recordsLeft,
          mapsLeft,
          checkpointsLeft,
          faultsLeft - 1,
          withdrawn);
    }

    Job restarts(List<Integer> restoredSent, List<Integer> restoredCompleted) {
      return new Job(
          attempt + 1,
          restoredSent,
          restoredCompleted,
          recordsLeft,
          mapsLeft,
          checkpointsLeft,
          faultsLeft,
          withdrawn);
    }

    private static List<Integer> plusOne(List<Integer> counts, int index) {
      List<Integer> more = new ArrayList<>(counts);
      more.set(index, counts.get(index) + 1);
      return List.copyOf(more);
    }
  }

  /** A router, with documents that its busy task has not looked at. */
  record Router(CheckedRouter routing, List<Integer> mails, boolean ended) {}

  /**
   * A task manager: what counts there, which life of the coordinator it has heard of, an answer.
   */
  record TaskManager(int known, int heardLife, Answer onItsWay) {}

  /** What a life of the coordinator answers to a poll. */
  record Answer(int life, int placement) {
    static final Answer NONE = new Answer(0, NOTHING);
  }

  /** The number of no placement. Others have numbers, as comparing maps takes long. */
  static final int NOTHING = -1;

  /** A router's part of a checkpoint. */
  record RouterCut(CheckedRouter routing, int sent) {}

  /** A gate's part of a checkpoint; what it has begun is lost with a restart. */
  record GateCut(long newestEpoch, List<Carried> kept, List<Carried> missing) {}

  /** A checkpoint, under way or complete. */
  record Cut(int id, Map<Integer, RouterCut> routers, Map<Integer, GateCut> gates) {
    static final Cut NONE = new Cut(0, Map.of(), Map.of());

    Cut with(int router, RouterCut part) {
      Map<Integer, RouterCut> all = new HashMap<>(routers);
      all.put(router, part);
      return new Cut(id, Map.copyOf(all), gates);
    }

    Cut with(int gate, GateCut part) {
      Map<Integer, GateCut> all = new HashMap<>(gates);
      all.put(gate, part);
      return new Cut(id, routers, Map.copyOf(all));
    }
  }

  /** The checkpoint under way, the last complete one, and the gates that do not know of it. */
  record Checkpoints(Cut underWay, Cut last, List<Integer> unaware) {}

  /** Resolves the numbers of parts. */
  static final class Parts {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<Object> values = new ArrayList<>();

    int number(Object part) {
      Integer known = numbers.get(part);
      if (known == null) {
        known = values.size();
        numbers.put(part, known);
        values.add(part);
      }
      return known;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // whoever asks knows the part
    <T> T get(int number) {
      return (T) values.get(number);
    }
  }

  private final int[] numbers;
  private final int hash;

  HandOverWorld(int[] numbers) {
    this.numbers = numbers;
    this.hash = Arrays.hashCode(numbers);
  }

  int at(int place) {
    return numbers[place];
  }

  HandOverWorld with(int place, int number) {
    int[] changed = numbers.clone();
    changed[place] = number;
    return new HandOverWorld(changed);
  }

  int[] toArray() {
    return numbers.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HandOverWorld
        && Arrays.equals(((HandOverWorld) other).numbers, numbers);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
