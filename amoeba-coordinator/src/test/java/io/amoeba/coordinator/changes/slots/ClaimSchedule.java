package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.MigrationDriver.End;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Orders;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Report;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * One random run: hash slots go round three primaries again and again, while clients write, and the
 * primaries' messages are under way for long. Each hash slot has an owner after each move, and
 * nothing acknowledged may be lost.
 */
final class ClaimSchedule {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int ROUNDS = 8;
  private static final int EVENTS_OF_A_WAIT = 12;
  private static final List<String> IDS = List.of("a", "b", "c");

  /** Hash slots that go round; each primary has another one that stays. */
  private static final List<Integer> TRAVELLERS = List.of(1, 3, 5, 6, 7);

  private final long seed;
  private final Random random;
  private final SimulatedStore store;
  private final ClusterAdmin seen;
  private final InMemoryJournal journal = new InMemoryJournal();

  /**
   * A run.
   *
   * @param dulled what the mover does not see; nothing: the mover as it is
   */
  ClaimSchedule(long seed, SimulatedStore.Bus bus, Set<DulledStore.Sense> dulled) {
    this.seed = seed;
    this.random = new Random(seed);
    this.store = new SimulatedStore("a", "b", "c").with(bus);
    this.seen = dulled.isEmpty() ? store : new DulledStore(store, dulled);
  }

  void run() {
    move(store, List.of(move("a", "b", 2), move("a", "b", 3), move("a", "b", 7)));
    move(store, List.of(move("a", "c", 4), move("a", "c", 5)));
    store.happens(command -> happen());
    store.whileWaiting(this::letTimePass);
    for (int round = 0; round < ROUNDS; round++) {
      move(seen, plan());
    }
    store.happens(command -> {});
    store.gossip();
    ClusterView end = store.look();
    int sum = 0;
    for (int hashSlot = 0; hashSlot < SimulatedStore.HASH_SLOTS; hashSlot++) {
      assertThat(end.isOwnerless(hashSlot)).as("seed %d: %d", seed, hashSlot).isFalse();
      for (Map.Entry<String, Integer> key : store.served(hashSlot).entrySet()) {
        assertThat(key.getValue())
            .as("seed %d: %s", seed, key.getKey())
            .isEqualTo(store.acknowledged().get(key.getKey()));
        sum += key.getValue();
      }
    }
    assertThat(sum)
        .as("seed %d", seed)
        .isEqualTo(store.acknowledged().values().stream().mapToInt(i -> i).sum());
  }

  private List<HashSlotMove> plan() {
    ClusterView now = store.look();
    List<HashSlotMove> plan = new ArrayList<>();
    for (int hashSlot : TRAVELLERS) {
      if (random.nextInt(3) > 0) {
        String owner =
            IDS.stream()
                .filter(id -> now.primary(id).orElseThrow().owns(hashSlot))
                .findFirst()
                .orElseThrow(() -> new AssertionError("seed " + seed + ": nobody has " + hashSlot));
        plan.add(move(owner, IDS.get((IDS.indexOf(owner) + 1) % IDS.size()), hashSlot));
      }
    }
    return plan;
  }

  private void move(ClusterAdmin by, List<HashSlotMove> plan) {
    Pace pace = new Pace(StepClock.of(() -> 0, time -> {}));
    Report report =
        MigrationDriver.of(by, journal, SlotMigrationLimits.DEFAULT, PATIENCE, pace)
            .move(plan, new Orders());
    assertThat(report.end()).as("seed %d: %s", seed, report).isEqualTo(End.COMPLETED);
  }

  private static HashSlotMove move(String from, String to, int hashSlot) {
    return new HashSlotMove(
        from, to, List.of(new HashSlotSpan(hashSlot, hashSlot)), MoveReason.OWNER_GIVEN);
  }

  private void happen() {
    switch (random.nextInt(10)) {
      case 0, 1 -> store.ping(anybody(), anybody());
      case 2, 3, 4, 5 -> store.deliver(anybody(), anybody(), random.nextBoolean());
      case 6 -> store.send(anybody());
      default -> {
        int hashSlot = random.nextInt(SimulatedStore.HASH_SLOTS);
        store.increment(hashSlot, hashSlot + "-" + random.nextInt(3));
      }
    }
  }

  private void letTimePass() {
    for (int i = 0; i < EVENTS_OF_A_WAIT; i++) {
      store.ping(anybody(), anybody());
      store.deliver(anybody(), anybody(), random.nextBoolean());
    }
  }

  private String anybody() {
    return IDS.get(random.nextInt(IDS.size()));
  }
}
