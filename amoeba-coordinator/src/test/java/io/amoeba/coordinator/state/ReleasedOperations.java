package io.amoeba.coordinator.state;

import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.OpenReplacement;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements.Planned;
import io.amoeba.coordinator.changes.failover.ReplacementPhase;
import io.amoeba.coordinator.changes.leadership.KeepUpServers;
import io.amoeba.coordinator.changes.leadership.LeaveServer;
import io.amoeba.coordinator.changes.leadership.ReleasedRounds;
import io.amoeba.coordinator.changes.leadership.RoundsState;
import io.amoeba.coordinator.changes.parallelism.OpenRescale;
import io.amoeba.coordinator.changes.parallelism.OpenRescale.End;
import io.amoeba.coordinator.changes.parallelism.OpenRescale.Successor;
import io.amoeba.coordinator.changes.parallelism.RescaleJob;
import io.amoeba.coordinator.changes.parallelism.RescaleWay;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.changes.servers.StartingServers;
import io.amoeba.coordinator.changes.slots.DrainStore;
import io.amoeba.coordinator.changes.slots.GrowStore;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.changes.slots.MoveHashSlots;
import io.amoeba.coordinator.changes.slots.MoveReason;
import io.amoeba.coordinator.changes.slots.SlotMigrationState;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Open operations of every kind and phase, for the comparison with what releases have written. An
 * operation is never changed, as it is kept there.
 */
final class ReleasedOperations {

  /** Class of the states, by kind, as a coordinator with every kind of change has them. */
  static final Map<String, Class<? extends Record>> STATES =
      Map.of(
          RescaleJob.KIND, OpenRescale.class,
          MigratePrimaries.KIND, PrimaryReplacements.class,
          StartServers.KIND, StartingServers.class,
          MoveHashSlots.KIND, SlotMigrationState.class,
          GrowStore.KIND, SlotMigrationState.class,
          DrainStore.KIND, SlotMigrationState.class,
          KeepUpServers.KIND, RoundsState.class,
          LeaveServer.KIND, RoundsState.class);

  private static final List<HashSlotSpan> HASH_SLOTS =
      List.of(new HashSlotSpan(0, 5), new HashSlotSpan(16_383, 16_383));

  private static final Problem NOTE =
      Problem.note("SERVER_UNREACHABLE", "h:1", "h:1 does not answer", "Wait.");

  private ReleasedOperations() {}

  /** By name: the kind, a dot, and what is special. */
  static Map<String, Entry> all() {
    Map<String, Entry> all = new LinkedHashMap<>();
    rescales().forEach((name, state) -> put(all, RescaleJob.KIND, name, state));
    replacements().forEach((name, state) -> put(all, MigratePrimaries.KIND, name, state));
    starts().forEach((name, state) -> put(all, StartServers.KIND, name, state));
    for (SlotMigrationMethod method : SlotMigrationMethod.values()) {
      put(all, MoveHashSlots.KIND, name(method), migration(method));
    }
    SlotMigrationState begun = SlotMigrationState.initial(moves(), 0, 0);
    put(all, GrowStore.KIND, "begun", begun);
    put(all, DrainStore.KIND, "begun", begun);
    ReleasedRounds.all().forEach((name, state) -> put(all, KeepUpServers.KIND, name, state));
    RoundsState away = Objects.requireNonNull(ReleasedRounds.all().get("working"));
    put(all, LeaveServer.KIND, "away", away);
    return all;
  }

  private static void put(Map<String, Entry> all, String kind, String name, Record state) {
    all.put(kind + "." + name, new Entry("plan-7", kind, state));
  }

  private static Map<String, OpenRescale> rescales() {
    Map<String, OpenRescale> all = new LinkedHashMap<>();
    all.put("planned", rescale(RescaleWay.SAVEPOINT, List.of(), "", "", Successor.NONE, End.NONE));
    all.put(
        "in_place",
        rescale(RescaleWay.IN_PLACE, List.of("o1", "o2"), "", "", Successor.NONE, End.NONE));
    all.put(
        "stopping", rescale(RescaleWay.SAVEPOINT, List.of(), "t1", "", Successor.NONE, End.NONE));
    all.put(
        "starting",
        rescale(
            RescaleWay.SAVEPOINT,
            List.of(),
            "t1",
            "file:///s/1",
            new Successor("c3d4", false),
            End.NONE));
    all.put(
        "withdrawn",
        rescale(
            RescaleWay.SAVEPOINT,
            List.of(),
            "t1",
            "file:///s/1",
            new Successor("c3d4", true),
            End.NONE));
    all.put(
        "done",
        rescale(
            RescaleWay.SAVEPOINT,
            List.of(),
            "t1",
            "file:///s/1",
            new Successor("c3d4", false),
            new End("c3d4", "")));
    all.put(
        "failed",
        rescale(
            RescaleWay.SAVEPOINT,
            List.of(),
            "t1",
            "",
            Successor.NONE,
            new End("", "the job does not stop")));
    return all;
  }

  private static OpenRescale rescale(
      RescaleWay way,
      List<String> operators,
      String trigger,
      String savepoint,
      Successor successor,
      End end) {
    int now = successor.withdrawn() ? 2 : 3;
    return new OpenRescale(
        "a1b2", "Tolls", way, 2, 3, now, operators, trigger, savepoint, successor, end);
  }

  private static Map<String, PrimaryReplacements> replacements() {
    ServerAddress from = new ServerAddress("127.0.1.1", 7000);
    ServerAddress to = new ServerAddress("::1", 7001);
    List<Planned> planned =
        List.of(
            new Planned("p1", from, to, HASH_SLOTS),
            new Planned("p2", from, to, List.of(new HashSlotSpan(6, 9))));
    Map<String, PrimaryReplacements> all = new LinkedHashMap<>();
    for (ReplacementPhase phase : ReplacementPhase.values()) {
      OpenReplacement open =
          new OpenReplacement(
              phase, "p1", from, to, "s1", true, OldPrimary.RETIRE, 9_000_000_000L, HASH_SLOTS);
      all.put(
          name(phase),
          new PrimaryReplacements(planned, OldPrimary.RETIRE, 0, List.of(open), List.of(NOTE)));
    }
    all.put("between", new PrimaryReplacements(planned, OldPrimary.KEEP, 1, List.of(), List.of()));
    return all;
  }

  private static Map<String, StartingServers> starts() {
    List<Server> servers =
        List.of(
            new Server("c", new ServerAddress("10.0.0.3", 7000)),
            new Server("d", new ServerAddress("fe80::4", 7000)));
    return Map.of("first", new StartingServers(servers, 0));
  }

  private static List<HashSlotMove> moves() {
    List<HashSlotMove> moves = new ArrayList<>();
    for (MoveReason reason : MoveReason.values()) {
      int first = 100 * reason.ordinal();
      moves.add(new HashSlotMove("a1", "b2", List.of(new HashSlotSpan(first, first + 9)), reason));
    }
    return moves;
  }

  private static SlotMigrationState migration(SlotMigrationMethod method) {
    return new SlotMigrationState(
        moves(),
        method,
        2,
        70_000_000_000L,
        List.of(new SlotsInTransition(List.of(2, 3), "a1", "b2", "run-7", method)),
        List.of(NOTE));
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
