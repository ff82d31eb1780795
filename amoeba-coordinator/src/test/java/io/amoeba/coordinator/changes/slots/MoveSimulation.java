package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.Routing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A day of a job and its store: nodes with one subtask and one primary each join and leave, and the
 * job restarts, at random times. After each of these events the hash slots are planned anew, and
 * moved one after the other at a given speed; the next event ends what is unfinished. A node that
 * leaves loses its subtask at once, and its primary when it is empty. Confined to one thread.
 */
final class MoveSimulation {

  /** Which side adapts, and where subtasks run after a restart. */
  enum Policy {
    /**
     * A placement map follows the store, which is balanced; 10 s after a restart, until which
     * records are routed by hash.
     */
    MAP_FOLLOWS_STORE,
    /** The store follows a keyed stream; subtasks stay on their nodes if those stay. */
    STORE_FOLLOWS_STREAM,
    /** The store follows a keyed stream; a restart deals the subtasks anew. */
    STORE_FOLLOWS_SHUFFLED_STREAM
  }

  private enum Kind {
    JOIN,
    LEAVE,
    RESTART
  }

  /** What a day amounts to; the local-hit rate is a mean over time, by hash slots. */
  record Day(
      Policy policy,
      double localHitRate,
      double lowestLocalHitRate,
      long movedHashSlots,
      long movedBytes,
      long movedAfterRestarts) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%-30s local-hit rate %.4f (lowest %.4f), moved %,d hash slots, %,d MiB; %,d of them after"
              + " mere restarts",
          policy,
          localHitRate,
          lowestLocalHitRate,
          movedHashSlots,
          movedBytes >> 20,
          movedAfterRestarts);
    }
  }

  private static final double DAY_SECONDS = 86_400;
  private static final double MAP_DELAY_SECONDS = 10;
  private static final long BYTES_PER_NODE = 4L << 30;
  private static final double BYTES_PER_SECOND_AND_NODE = 10 << 20;

  private final Random random;
  private final Policy policy;
  private final long[] bytes = new long[HashSlot.COUNT];
  private final double bytesPerSecond;

  private StoreLayout layout;
  private final List<String> subtasks = new ArrayList<>(); // the node of each
  private int nextNode;
  private double hits; // hash slots × seconds
  private double lowest = 1;
  private long movedHashSlots;
  private long movedBytes;

  MoveSimulation(long seed, Policy policy, int nodes) {
    this.random = new Random(seed);
    this.policy = policy;
    this.bytesPerSecond = BYTES_PER_SECOND_AND_NODE * nodes;
    long mean = BYTES_PER_NODE * nodes / HashSlot.COUNT;
    for (int hashSlot = 0; hashSlot < bytes.length; hashSlot++) {
      bytes[hashSlot] = (long) (mean * (0.5 + random.nextDouble()));
    }
    List<TargetPrimary> primaries = new ArrayList<>();
    for (; nextNode < nodes; nextNode++) {
      primaries.add(TargetPrimary.of("p" + nextNode, "n" + nextNode));
      subtasks.add("n" + nextNode);
    }
    int[] owners =
        IntStream.range(0, HashSlot.COUNT)
            .map(s -> KeyGroups.subtaskOf(s, HashSlot.COUNT, nodes))
            .toArray();
    this.layout = new StoreLayout(primaries, owners).withBytes(bytes);
  }

  /** One line per policy; the system properties say how large. */
  public static void main(String[] args) {
    int nodes = Integer.getInteger("amoeba.moves.nodes", 1_000);
    int events = Integer.getInteger("amoeba.moves.events", 24);
    long seed = Long.getLong("amoeba.moves.seed", 1);
    System.out.printf(
        "seed %d: %d nodes; %d joins, leaves and restarts each%n", seed, nodes, events);
    for (Policy policy : Policy.values()) {
      System.out.println(new MoveSimulation(seed, policy, nodes).day(events));
    }
  }

  /** A day with so many joins, leaves and restarts each. */
  Day day(int eventsOfEachKind) {
    record Event(double second, Kind kind) {}
    List<Event> events = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < eventsOfEachKind; i++) {
        events.add(new Event(random.nextDouble() * DAY_SECONDS, kind));
      }
    }
    events.sort(Comparator.comparingDouble(Event::second));
    long afterRestarts = 0;
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      hits += i == 0 ? event.second() * HashSlot.COUNT : 0; // the day begins aligned
      double end = i + 1 < events.size() ? events.get(i + 1).second() : DAY_SECONDS;
      long before = movedHashSlots;
      happen(event.kind());
      pass(end - event.second());
      afterRestarts += event.kind() == Kind.RESTART ? movedHashSlots - before : 0;
    }
    return new Day(
        policy,
        hits / DAY_SECONDS / HashSlot.COUNT,
        lowest,
        movedHashSlots,
        movedBytes,
        afterRestarts);
  }

  /** Layout at the end, for checks. */
  StoreLayout layout() {
    return layout;
  }

  private void happen(Kind kind) {
    List<TargetPrimary> primaries = new ArrayList<>(layout.primaries());
    if (kind == Kind.JOIN) {
      primaries.add(TargetPrimary.of("p" + nextNode, "n" + nextNode));
      subtasks.add("n" + nextNode++);
    } else if (kind == Kind.LEAVE && subtasks.size() > 1) {
      String node = subtasks.remove(random.nextInt(subtasks.size()));
      primaries.replaceAll(p -> p.node().equals(node) ? p.leaving() : p);
    }
    if (policy != Policy.STORE_FOLLOWS_STREAM) {
      Collections.shuffle(subtasks, random); // every event restarts the job
    }
    layout = withoutEmpty(primaries, layout.owners());
  }

  /** Primaries that leave are gone once they are empty. */
  private StoreLayout withoutEmpty(List<TargetPrimary> primaries, int[] owners) {
    int[] newIndex = new int[primaries.size()];
    int[] owned = new int[primaries.size()];
    IntStream.of(owners).forEach(owner -> owned[owner]++);
    List<TargetPrimary> left = new ArrayList<>();
    for (int p = 0; p < owned.length; p++) {
      newIndex[p] = left.size();
      if (owned[p] > 0 || primaries.get(p).share() > 0) {
        left.add(primaries.get(p));
      }
    }
    return new StoreLayout(left, IntStream.of(owners).map(owner -> newIndex[owner]).toArray())
        .withBytes(bytes);
  }

  private void pass(double seconds) {
    boolean mapped = policy == Policy.MAP_FOLLOWS_STORE;
    MovePlan plan = plan();
    int[] after = plan.ownersAfter(layout);
    int[] owners = layout.owners();
    Predicate<Integer> isLocal = locality(owners, mapped ? Set.copyOf(subtasks) : Set.of());
    int local = (int) IntStream.range(0, owners.length).filter(isLocal::test).count();
    int hashed = mapped ? localByHash(owners) : local;
    double hashedUntil = mapped ? Math.min(MAP_DELAY_SECONDS, seconds) : 0;
    lowest = Math.min(lowest, (double) Math.min(local, hashed) / HashSlot.COUNT);
    hits += hashed * hashedUntil;
    double now = 0;
    for (int hashSlot : inOrder(plan)) {
      double end = now + bytes[hashSlot] / bytesPerSecond;
      if (end > seconds) {
        break;
      }
      hits += local * Math.max(0, end - Math.max(now, hashedUntil));
      now = end;
      local -= isLocal.test(hashSlot) ? 1 : 0;
      owners[hashSlot] = after[hashSlot];
      local += isLocal.test(hashSlot) ? 1 : 0;
      movedHashSlots++;
      movedBytes += bytes[hashSlot];
    }
    hits += local * Math.max(0, seconds - Math.max(now, hashedUntil));
    layout = new StoreLayout(layout.primaries(), owners).withBytes(bytes);
  }

  private MovePlan plan() {
    MoveRequest request = MoveRequest.of(layout, MoveConstraints.NONE);
    MovePlan plan =
        policy == Policy.MAP_FOLLOWS_STORE
            ? HashSlotMovePlanner.balance(request)
            : HashSlotMovePlanner.follow(
                request, KeyedStreamOwners.of(layout, subtasks, HashSlot.COUNT));
    return plan.complete().orElseThrow();
  }

  /** A map finds a subtask wherever there is one; a keyed stream has it where its key group is. */
  private Predicate<Integer> locality(int[] owners, Set<String> mappedTo) {
    return hashSlot -> {
      String node = layout.primaries().get(owners[hashSlot]).node();
      return policy == Policy.MAP_FOLLOWS_STORE
          ? mappedTo.contains(node)
          : node.equals(
              subtasks.get(KeyGroups.subtaskOf(hashSlot, HashSlot.COUNT, subtasks.size())));
    };
  }

  private int localByHash(int[] owners) {
    int[] routed = Routing.owners(null, subtasks.size());
    return (int)
        IntStream.range(0, owners.length)
            .filter(s -> layout.primaries().get(owners[s]).node().equals(subtasks.get(routed[s])))
            .count();
  }

  private static List<Integer> inOrder(MovePlan plan) {
    return plan.moves().stream()
        .flatMap(move -> move.hashSlots().stream())
        .flatMap(span -> IntStream.rangeClosed(span.from(), span.to()).boxed())
        .toList();
  }
}
