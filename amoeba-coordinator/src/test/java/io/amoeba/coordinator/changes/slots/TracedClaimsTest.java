package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.MigrationDriver.End;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Orders;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Report;
import io.amoeba.coordinator.changes.slots.SimulatedStore.Bus;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterAdmin.KeyBatch;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Plays the messages that were traced between real servers when a hash slot lost its owner or its
 * keys: {@code docs/hash-slot-moves.md}, "Trace". The servers 1, 2 and 3 of the traces are a, b and
 * c. Every server knows every epoch before the last move begins, as the former rule demands.
 */
class TracedClaimsTest {

  private enum Trace {
    /** An older claim of a wins at b, which has not heard of the epoch of c. */
    REDIS_6_2(2, EnumSet.of(Bus.EPOCHS)),
    /** c takes a hash slot of which it has a mark; an older claim of b wins. */
    REDIS_7_0(0, EnumSet.of(Bus.LASTING_MARKS)),
    /** An older claim of a wins at b, which has a mark. */
    REDIS_8_6(2, EnumSet.complementOf(EnumSet.of(Bus.EPOCHS))),
    /** b imports a hash slot, and an older message of a does not claim it: b takes it, keyless. */
    VALKEY_9_1(0, EnumSet.of(Bus.MARKS_ALSO_WHILE_IMPORTING));

    private final int lost;
    private final Set<Bus> losing;

    Trace(int lost, Set<Bus> losing) {
      this.lost = lost;
      this.losing = losing;
    }

    String source() {
      return switch (this) {
        case REDIS_6_2, REDIS_8_6 -> "c";
        case REDIS_7_0 -> "b";
        case VALKEY_9_1 -> "a";
      };
    }

    String destination() {
      return switch (this) {
        case REDIS_6_2, REDIS_8_6 -> "a";
        case REDIS_7_0 -> "c";
        case VALKEY_9_1 -> "b";
      };
    }
  }

  private static final List<String> IDS = List.of("a", "b", "c");
  private static final List<Integer> TRAVELLERS = List.of(0, 1, 2);

  /** One hash slot at a time, as in the traces. */
  private static final SlotMigrationLimits LIMITS =
      new SlotMigrationLimits(64, 1, 100, 0, Duration.ofSeconds(5), 3, false, 512);

  /** Looks of a mover that waits, until what is under way arrives. */
  private static final int LATENESS = 20;

  private SimulatedStore store = new SimulatedStore("a", "b", "c");

  @ParameterizedTest
  @EnumSource
  void theFormerRuleLosesTheHashSlotOfATraceOnServersOfItsKindAlone(Trace trace) {
    for (Bus bus : Bus.values()) {
      play(trace, bus);

      Report report = goOn(trace, new DulledStore(store, DulledStore.FORMER_RULE));

      boolean loses = trace.losing.contains(bus);
      assertThat(seen().isOwnerless(trace.lost))
          .as("%s: %s", bus, report)
          .isEqualTo(loses && trace != Trace.VALKEY_9_1);
      assertThat(IDS.stream().allMatch(id -> store.held(id, trace.lost).isEmpty()))
          .as("%s: %s", bus, report)
          .isEqualTo(loses);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theMoverKeepsTheOwnerAndTheKeysOfATraceOnAllServers(Trace trace) {
    for (Bus bus : Bus.values()) {
      play(trace, bus);

      Report report = goOn(trace, store);

      assertThat(report.end()).as("%s: %s", bus, report).isEqualTo(End.COMPLETED);
      String owner = trace.destination();
      for (int hashSlot : TRAVELLERS) {
        assertThat(seen().primary(owner).orElseThrow().owns(hashSlot)).as("%s", bus).isTrue();
        assertThat(store.held(owner, hashSlot)).as("%s", bus).isEqualTo(key(hashSlot));
      }
    }
  }

  /** All but the last move. */
  private void play(Trace trace, Bus bus) {
    store = new SimulatedStore("a", "b", "c").with(bus);
    begin();
    switch (trace) {
      case REDIS_6_2 -> playOlderClaimThatWinsByItsEpoch();
      case REDIS_7_0 -> playMarkThatOutlivesSetslot();
      case REDIS_8_6 -> playMarkBesideAnOlderClaim();
      case VALKEY_9_1 -> playOlderMessageWithoutTheHashSlots();
    }
    ClusterView seen = seen();
    IDS.forEach(
        id -> assertThat(ClaimRules.unheardOf(id, seen)).as("%s on %s", trace, bus).isEmpty());
  }

  /** Each has a hash slot that stays, a has the others and the largest epoch. */
  private void begin() {
    move("a", "b", 6);
    store.gossip();
    move("a", "c", 7);
    store.gossip();
    TRAVELLERS.forEach(hashSlot -> store.increment(hashSlot, "key-" + hashSlot));
    for (List<String> way : List.of(List.of("a", "b"), List.of("b", "c"), List.of("c", "a"))) {
      TRAVELLERS.forEach(hashSlot -> move(way.get(0), way.get(1), hashSlot));
      store.gossip();
    }
  }

  private static Map<String, Integer> key(int hashSlot) {
    return Map.of("key-" + hashSlot, 1);
  }

  private void playOlderClaimThatWinsByItsEpoch() {
    store.ping("b", "a");
    store.deliver("b", "a", false); // the answer claims all three, and stays under way
    TRAVELLERS.forEach(hashSlot -> move("a", "b", hashSlot));
    arrive("b", "a");
    arrive("b", "c");
    TRAVELLERS.forEach(hashSlot -> move("b", "c", hashSlot));
    arrive("c", "a"); // b hears nothing of it yet, and knows an older epoch of c than that of a
    store.deliver("a", "b", true);
    store.deliver("c", "b", false); // claims 0, with the new epoch
    store.deliver("c", "b", false); // claims 0 and 1
  }

  private void playMarkThatOutlivesSetslot() {
    take("a", "b", 0);
    setOwner("a", 0, "b");
    store.ping("a", "c");
    store.deliver("a", "c", false); // claims 1 and 2: c, which is not told of b yet, marks 0
    setOwner("c", 0, "b");
    store.deliver("b", "c", false); // claims 0 as c expects, so that c looks no further
    move("a", "b", 1);
    move("a", "b", 2);
    arrive("b", "a");
  }

  private void playMarkBesideAnOlderClaim() {
    move("a", "b", 0);
    store.ping("b", "a");
    arrive("b", "a"); // the answer claims 1 and 2, and stays under way
    move("a", "b", 1);
    move("a", "b", 2);
    arrive("b", "a");
    arrive("b", "c");
    move("b", "c", 0);
    arrive("c", "a");
    arrive("c", "b");
    move("b", "c", 1);
    move("b", "c", 2);
    store.deliver("c", "b", false); // claims 0 and 1: b, which is told of c, marks 2
    arrive("c", "a");
  }

  private void playOlderMessageWithoutTheHashSlots() {
    TRAVELLERS.forEach(hashSlot -> move("a", "b", hashSlot));
    store.gossip();
    TRAVELLERS.forEach(hashSlot -> move("b", "c", hashSlot));
    store.gossip();
    store.ping("b", "a");
    arrive("b", "a"); // the answer claims none of them, and stays under way
    TRAVELLERS.forEach(hashSlot -> move("c", "a", hashSlot));
    arrive("a", "b");
    arrive("a", "c");
  }

  /** The last move. Who waits long enough hears of everything that is under way. */
  private Report goOn(Trace trace, ClusterAdmin by) {
    int[] looks = {0};
    store.whileWaiting(
        () -> {
          if (++looks[0] >= LATENESS) {
            store.gossip();
          }
        });
    store.happens(command -> arriveAt(trace, command));
    HashSlotMove move =
        new HashSlotMove(
            trace.source(),
            trace.destination(),
            List.of(new HashSlotSpan(0, 2)),
            MoveReason.OWNER_GIVEN);
    Report report =
        MigrationDriver.of(
                by,
                new InMemoryJournal(),
                LIMITS,
                Duration.ofSeconds(20),
                new Pace(StepClock.of(() -> 0, time -> {})))
            .move(List.of(move), new Orders());
    store.happens(command -> {});
    return report;
  }

  private void arriveAt(Trace trace, String command) {
    switch (trace.name() + ": " + command) {
      case "REDIS_6_2: b sees a own 0" -> {
        arrive("a", "b");
        store.deliver("c", "b", false); // claims all three, older than the move
        arrive("b", "c"); // what b believes of a
      }
      case "REDIS_7_0: a sees c own 0" -> store.deliver("b", "c", false); // claims 0 and 1
      case "REDIS_8_6: c sees a own 0" -> {
        arrive("a", "b");
        store.deliver("a", "b", true); // claims 1 and 2, from two moves before
      }
      case "REDIS_8_6: b sees a own 1" -> {
        store.deliver("c", "b", false); // claims all three, older than the move
        arrive("b", "c"); // what b believes of a
      }
      case "VALKEY_9_1: a migrates 0" -> {
        store.deliver("a", "b", true); // without 0, which b imports
        arrive("b", "a");
      }
      default -> {}
    }
  }

  /** In the former order: the destination is told first, and nothing is waited for. */
  private void move(String from, String to, int hashSlot) {
    take(from, to, hashSlot);
    setOwner(from, hashSlot, to);
    IDS.stream()
        .filter(id -> !id.equals(from) && !id.equals(to))
        .forEach(id -> setOwner(id, hashSlot, to));
  }

  private void take(String from, String to, int hashSlot) {
    List<Integer> one = List.of(hashSlot);
    store.setImporting(to, one, from);
    store.setMigrating(from, one, to);
    store.migrateKeys(new KeyBatch(one, from, to, 100, LIMITS.migrateTimeout(), false));
    setOwner(to, hashSlot, to);
  }

  private void setOwner(String id, int hashSlot, String owner) {
    store.setOwner(id, List.of(hashSlot), owner);
  }

  /** All that a server has sent another one on its own connection arrives. */
  private void arrive(String from, String to) {
    boolean arrived = true;
    while (arrived) {
      arrived = store.deliver(from, to, false);
    }
  }

  /** Without letting anything arrive. */
  private ClusterView seen() {
    store.whileWaiting(() -> {});
    return store.look();
  }
}
