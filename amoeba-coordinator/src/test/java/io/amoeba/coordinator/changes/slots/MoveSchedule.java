package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.MigrationDriver.End;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Orders;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Report;
import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One random run: a coordinator is killed at any command, and another one carries on, or undoes and
 * begins again, until the moves are completed; clients write and nodes gossip all the time, and
 * transfers and migrations fail. Nothing acknowledged may be lost.
 */
final class MoveSchedule {
  /** Of as many looks as a hundredth of it has milliseconds. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** What happens between two looks of somebody who waits. */
  private static final int EVENTS_OF_A_WAIT = 20;

  private static final int ATTEMPTS = 10_000;

  private final long seed;
  private final SlotMigrationMethod method;
  private final Random random;
  private final SimulatedStore store;
  private final InMemoryJournal journal = new InMemoryJournal();
  private final int from;
  private final int to;
  private final boolean exchange;

  /** Messages arrive one by one, so that some know of an owner what others do not. */
  private final boolean slowGossip;

  private final SlotMigrationLimits limits;
  private int untilKill;

  MoveSchedule(long seed, SlotMigrationMethod method) {
    this.seed = seed;
    this.method = method;
    this.store = new SimulatedStore("a", "b", "c").knows(method);
    this.random = new Random(seed);
    boolean all = random.nextInt(4) == 0; // then the source becomes a replica
    this.from = all ? 0 : 2;
    this.to = all ? SimulatedStore.HASH_SLOTS - 1 : 5;
    this.exchange = !all && random.nextBoolean();
    this.slowGossip = random.nextBoolean();
    this.store.with(
        SimulatedStore.Bus.values()[random.nextInt(SimulatedStore.Bus.values().length)]);
    if (random.nextBoolean()) {
      this.store.hidesKeys();
    }
    if (slowGossip) {
      this.store.whileWaiting(this::letTimePass);
    }
    this.limits =
        SlotMigrationLimits.DEFAULT
            .withKeysPerMigrate(2 + random.nextInt(20))
            .withHashSlotsAtOnce(1 + random.nextInt(SimulatedStore.HASH_SLOTS))
            .withHashSlotsPerMigration(
                method == SlotMigrationMethod.SETSLOT_AND_MIGRATE
                    ? 1
                    : 1 + random.nextInt(SimulatedStore.HASH_SLOTS));
  }

  void run() {
    for (int i = 0; i < 30; i++) {
      write();
    }
    List<HashSlotMove> plan = new ArrayList<>(moves(from, to));
    if (exchange) {
      Report before = mover().move(moves(6, 7), new Orders());
      assertThat(before.end()).isEqualTo(End.COMPLETED);
      plan.add(random.nextInt(2), move("b", "a", new HashSlotSpan(6, 7)));
    }
    store.happens(this::around);
    Policy policy = random.nextBoolean() ? Policy.FINISH : Policy.UNDO_IF_NO_KEY_MOVED;
    boolean completed = false;
    String last = "nothing";
    for (int attempt = 1; !completed; attempt++) {
      assertThat(attempt).as("seed %d goes on forever: %s", seed, last).isLessThan(ATTEMPTS);
      untilKill = 1 + random.nextInt(60);
      try {
        MigrationDriver mover = mover();
        if (policy == Policy.UNDO_IF_NO_KEY_MOVED) {
          Report undone = mover.settle(policy);
          last = undone.toString();
          if (undone.end() == End.LEFT_OPEN) {
            assertMayBeLeft(undone);
            continue;
          }
          assertThat(store.isAnythingUnderWay()).as("seed %d", seed).isFalse();
        }
        Report report = mover.move(plan, new Orders());
        last = report.toString();
        if (report.end() == End.LEFT_OPEN) {
          assertMayBeLeft(report);
          continue;
        }
        completed = report.end() == End.COMPLETED;
        assertThat(report.end())
            .as("seed %d: %s", seed, report)
            .isIn(End.COMPLETED, End.INTERRUPTED, failed());
      } catch (SimulatedStore.Killed e) {
        assertThat(completed).isFalse(); // another process takes over
      }
    }
    store.happens(command -> {});
    store.gossip();
    int sum = 0;
    for (int hashSlot = 0; hashSlot < SimulatedStore.HASH_SLOTS; hashSlot++) {
      for (Map.Entry<String, Integer> key : store.served(hashSlot).entrySet()) {
        assertThat(key.getValue())
            .as("seed %d: %s", seed, key.getKey())
            .isEqualTo(store.acknowledged().get(key.getKey()));
        sum += key.getValue();
      }
      boolean moved = hashSlot >= from && hashSlot <= to;
      assertThat(store.look().disagreements(hashSlot, moved ? "b" : "a"))
          .as("seed %d", seed)
          .isEmpty();
    }
    assertThat(sum)
        .as("seed %d", seed)
        .isEqualTo(store.acknowledged().values().stream().mapToInt(i -> i).sum());
  }

  private void assertMayBeLeft(Report report) {
    assertThat(report.reasons())
        .as("seed %d", seed)
        .allMatch(r -> r.endsWith("; IOERR") || r.endsWith("is still in progress"));
  }

  private MigrationDriver mover() {
    return MigrationDriver.of(
        store, journal, limits, PATIENCE, new Pace(StepClock.of(() -> 0, time -> {})));
  }

  /** A migration that has failed by itself leaves nothing open. */
  private End failed() {
    return method == SlotMigrationMethod.SETSLOT_AND_MIGRATE ? End.INTERRUPTED : End.STOPPED;
  }

  private static List<HashSlotMove> moves(int from, int to) {
    return List.of(move("a", "b", new HashSlotSpan(from, to)));
  }

  private static HashSlotMove move(String from, String to, HashSlotSpan span) {
    return new HashSlotMove(from, to, List.of(span), MoveReason.OWNER_GIVEN);
  }

  private void around(String command) {
    switch (slowGossip ? random.nextInt(1, 16) : random.nextInt(10)) {
      case 0 -> store.gossip();
      case 1 -> {
        store.loseConfirmations(1);
        store.failMigrations();
      }
      case 2 -> store.send(anybody());
      case 3, 10, 11, 12, 13, 14 -> store.deliver(anybody(), anybody(), random.nextBoolean());
      case 15 -> store.ping(anybody(), anybody());
      default -> write();
    }
    if (--untilKill == 0) {
      throw new SimulatedStore.Killed();
    }
  }

  private void letTimePass() {
    for (int i = 0; i < EVENTS_OF_A_WAIT; i++) {
      store.ping(anybody(), anybody());
      store.deliver(anybody(), anybody(), random.nextBoolean());
    }
  }

  private String anybody() {
    return List.of("a", "b", "c").get(random.nextInt(3));
  }

  private void write() {
    int hashSlot = random.nextInt(SimulatedStore.HASH_SLOTS);
    store.increment(hashSlot, hashSlot + "-" + random.nextInt(6));
  }
}
