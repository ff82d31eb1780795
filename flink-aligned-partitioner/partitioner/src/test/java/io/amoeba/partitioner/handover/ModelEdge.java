package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.handover.ModelCoordinator.Document;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.subscription.RouterIdentity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A model of one aligned edge in one thread. Every step, one thing chosen at random happens: a
 * router sends a record, a gate takes what is first on one of its channels, a report or a document
 * arrives, a checkpoint begins or is complete, the job restarts, the coordinator forgets. After
 * each record's completion it is checked that the records of its key have been completed one by one
 * in the order in which their router sent them, whatever gate did it: so no record is lost, none is
 * processed twice, and no two gates are active for a key at once.
 */
final class ModelEdge {

  static final int ROUTERS = 2;
  static final int GATES = 3;
  static final int KEYS = 8;

  /** What a gate wrote into a checkpoint. */
  private record GateCut(long epoch, List<Routed<int[]>> held) {}

  /** A checkpoint under way. */
  private static final class Cut {
    final long id;
    final @Nullable PlacementMap[] maps = new PlacementMap[ROUTERS];
    final int[][] sent = new int[ROUTERS][];
    final GateCut[] gates = new GateCut[GATES];
    final int[][][] completed = new int[GATES][][];
    int missing = GATES;

    Cut(long id) {
      this.id = id;
    }
  }

  final Random random;
  private final boolean saysSettled;
  private final ModelCoordinator coordinator;
  private final ModelRouter[] routers = new ModelRouter[ROUTERS];
  private final ModelGate[] gates = new ModelGate[GATES];
  private final int[][] completed = new int[ROUTERS][KEYS];
  private @Nullable Cut cut;
  private @Nullable Cut lastComplete;
  private long checkpoints;
  private int restarts;
  private int heldRecords;
  private boolean ending;

  ModelEdge(long seed, boolean saysSettled) {
    this.random = new Random(seed);
    this.saysSettled = saysSettled;
    this.coordinator = new ModelCoordinator(this);
    open(null);
  }

  int switches() {
    return coordinator.switches();
  }

  int restarts() {
    return restarts;
  }

  int heldRecords() {
    return heldRecords;
  }

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
    }
    ending = true; // no more records; everything sent must now be completed
    for (int i = 0; i < 100_000 && !allCompleted(); i++) {
      step();
      if (i % 20_000 == 19_999) {
        restart(); // a router that never hears of a commit needs it
      }
    }
    if (!allCompleted()) {
      throw new AssertionError("records are held forever");
    }
  }

  private boolean allCompleted() {
    for (int router = 0; router < ROUTERS; router++) {
      if (!Arrays.equals(routers[router].sent, completed[router])) {
        return false;
      }
    }
    return true;
  }

  private void step() {
    int dice = random.nextInt(1000);
    ModelRouter router = routers[random.nextInt(ROUTERS)];
    ModelGate gate = gates[random.nextInt(GATES)];
    if (dice < 200) {
      if (!ending) {
        router.sendRecord(random.nextInt(KEYS));
      }
    } else if (dice < 600) {
      gate.receive(random.nextInt(ROUTERS));
    } else if (dice < 650) {
      gate.flush();
    } else if (dice < 800) {
      router.hear();
      gate.hear();
    } else if (dice < 975) {
      coordinator.step(routers, gates);
    } else if (dice < 990) {
      checkpoint();
    } else if (dice < 993) {
      coordinator.toggle(ending);
    } else if (dice < 994) {
      restart();
    } else if (dice < 995 && random.nextInt(20) == 0) {
      router.end();
    }
  }

  /** A slow listener skips what has been superseded, or not. */
  private @Nullable Document next(ArrayDeque<Document> documents) {
    while (documents.size() > 1 && random.nextInt(6) > 0) {
      documents.poll();
    }
    return documents.poll();
  }

  private void checkpoint() {
    if (cut == null) {
      cut = new Cut(++checkpoints);
      for (int i = 0; i < ROUTERS; i++) {
        cut.maps[i] = routers[i].table.map();
        cut.sent[i] = routers[i].sent.clone();
        for (ArrayDeque<Object> channel : routers[i].channels) {
          channel.add(cut.id);
        }
      }
    } else if (cut.missing == 0) {
      lastComplete = cut;
      cut = null;
      for (ModelGate gate : gates) {
        if (random.nextInt(4) > 0) { // a notification may be lost
          gate.checkpointComplete(lastComplete.id);
        }
      }
    }
  }

  private void restart() {
    restarts++;
    cut = null;
    open(lastComplete);
  }

  private void open(@Nullable Cut from) {
    PlacementMap newest = null;
    long newestEpoch = 0;
    List<Routed<int[]>> held = new ArrayList<>();
    if (from != null) {
      for (PlacementMap map : from.maps) {
        newest = map != null && (newest == null || map.epoch() > newest.epoch()) ? map : newest;
      }
      for (GateCut gate : from.gates) {
        newestEpoch = Math.max(newestEpoch, gate.epoch());
        held.addAll(gate.held());
      }
    }
    for (int[] perKey : completed) {
      Arrays.fill(perKey, 0);
    }
    for (int g = 0; from != null && g < GATES; g++) {
      for (int r = 0; r < ROUTERS; r++) {
        for (int key = 0; key < KEYS; key++) {
          completed[r][key] += from.completed[g][r][key];
        }
      }
    }
    for (int r = 0; r < ROUTERS; r++) {
      routers[r] = new ModelRouter(r, newest, from == null ? new int[KEYS] : from.sent[r].clone());
    }
    for (int g = 0; g < GATES; g++) {
      int subtask = g;
      List<Routed<int[]>> own = held.stream().filter(routed -> routed.target == subtask).toList();
      gates[g] = new ModelGate(g, newestEpoch, own);
      if (from != null) {
        gates[g].completedHere = deepCopy(from.completed[g]);
      }
    }
  }

  private static int[][] deepCopy(int[][] counts) {
    return Arrays.stream(counts).map(int[]::clone).toArray(int[][]::new);
  }

  /** A router: its source, its routing and its channels to the gates. */
  final class ModelRouter {
    final RouterIdentity identity;
    final List<ArrayDeque<Object>> channels = new ArrayList<>();
    final ArrayDeque<Document> documents = new ArrayDeque<>();
    final int[] sent;
    RouteTable table;
    long prepared;
    int heardLife;
    boolean ended;
    private @Nullable EdgePlacement latest;

    ModelRouter(int subtask, @Nullable PlacementMap restored, int[] sent) {
      this.identity = new RouterIdentity(subtask, ROUTERS, random.nextLong());
      this.sent = sent;
      this.table = RouteTable.settled(restored, GATES);
      for (int gate = 0; gate < GATES; gate++) {
        channels.add(new ArrayDeque<>());
      }
      tellGates(MarkerKind.SWITCHED);
    }

    void sendRecord(int key) {
      if (ended) {
        return;
      }
      Routed<int[]> routed =
          Routed.value(new int[] {identity.subtask(), key, ++sent[key], (int) table.epoch()});
      table.stamp(routed, hashSlot(key));
      channels.get(routed.target).add(routed);
    }

    void end() {
      if (!ended) {
        ended = true;
        tellGates(MarkerKind.ENDED);
      }
    }

    void hear() {
      Document document = next(documents);
      if (document != null) {
        latest = document.placement();
        heardLife = document.life();
        prepared = Math.max(prepared, latest.epoch());
      }
      if (latest == null || ended) {
        return;
      }
      RouteTable now = table.after(latest, identity);
      if (now == table) {
        return;
      }
      boolean switches = now.epoch() > table.epoch();
      table = now;
      if (switches || saysSettled) {
        tellGates(switches ? MarkerKind.SWITCHED : MarkerKind.SETTLED);
      }
    }

    private void tellGates(MarkerKind kind) {
      Routed.Marker marker =
          new Routed.Marker(
              kind, identity.subtask(), ROUTERS, identity.incarnation(), table.ownersHash());
      for (int gate = 0; gate < GATES; gate++) {
        channels.get(gate).add(Routed.marker(gate, table.epoch(), marker));
      }
    }
  }

  static int hashSlot(int key) {
    return key * 2_000;
  }

  /** A gate as the operator drives it: a function that completes later, aligned barriers. */
  final class ModelGate {
    final int subtask;
    final GateLedger ledger;
    final ArrayDeque<Document> documents = new ArrayDeque<>();
    long finishedEpoch = -1;
    long finishedCohort;
    int[][] completedHere = new int[ROUTERS][KEYS];
    private final HoldBuffer<int[]> held;
    private final List<int[]> unfinished = new ArrayList<>();
    private final BitSet aligned = new BitSet();

    ModelGate(int subtask, long restoredEpoch, List<Routed<int[]>> restored) {
      this.subtask = subtask;
      this.ledger = new GateLedger(restoredEpoch);
      this.held = new HoldBuffer<>(restored);
      release();
    }

    @SuppressWarnings("unchecked") // a channel carries routed records and barriers
    void receive(int router) {
      Object next = aligned.get(router) ? null : routers[router].channels.get(subtask).poll();
      if (next instanceof Long) {
        aligned.set(router);
        if (aligned.cardinality() == ROUTERS) {
          aligned.clear();
          snapshot();
        }
      } else if (next != null) {
        take((Routed<int[]>) next);
      }
    }

    private void take(Routed<int[]> routed) {
      if (routed.marker != null) {
        boolean last = ledger.onMarker(routed.epoch, routed.marker);
        release();
        Long cohort = ledger.cohortHash();
        if (last && cohort != null) {
          flush();
          finishedEpoch = ledger.newestEpoch();
          finishedCohort = cohort;
        }
      } else if (ledger.mayProcess(routed)) {
        unfinished.add(routed.value);
      } else {
        heldRecords++;
        coordinator.requireMoved(routed);
        held.add(routed.copyWith(routed.value));
      }
    }

    void hear() {
      Document document = next(documents);
      if (document != null) {
        ledger.onReports(document.placement().finished());
        release();
      }
    }

    void checkpointComplete(long id) {
      ledger.onCheckpointComplete(id);
      release();
    }

    private void release() {
      for (Routed<int[]> next = held.pollFirst(ledger);
          next != null;
          next = held.pollFirst(ledger)) {
        unfinished.add(next.value);
      }
    }

    private void snapshot() {
      Cut under = cut;
      if (under == null) {
        return;
      }
      flush();
      ledger.onSnapshot(under.id);
      List<Routed<int[]>> copies = new ArrayList<>();
      held.forEach(routed -> copies.add(routed.copyWith(routed.value)));
      under.gates[subtask] = new GateCut(ledger.newestEpoch(), copies);
      under.completed[subtask] = deepCopy(completedHere);
      under.missing--;
    }

    void flush() {
      for (int[] record : unfinished) {
        int expected = ++completed[record[0]][record[1]];
        if (record[2] != expected) {
          throw new AssertionError(
              "out of order: gate %d completed %s, expected number %d"
                  .formatted(subtask, Arrays.toString(record), expected));
        }
        completedHere[record[0]][record[1]]++;
      }
      unfinished.clear();
    }
  }
}
