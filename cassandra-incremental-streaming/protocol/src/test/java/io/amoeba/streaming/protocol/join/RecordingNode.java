package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.ClusterSnapshot.RivalJoin;
import io.amoeba.streaming.protocol.join.JoinPorts.Announcer;
import io.amoeba.streaming.protocol.join.JoinPorts.JoinStore;
import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSession;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A joining node's ports, with members that acknowledge when the test says so. */
final class RecordingNode implements Announcer {

  static final UUID PLAN = new UUID(1, 2);
  static final JoinSettings SETTINGS =
      new JoinSettings(
          1,
          StepOrder.TOKEN,
          0,
          1,
          1,
          Duration.ofMillis(100),
          Duration.ofMillis(400),
          Duration.ZERO);

  final List<String> calls = new ArrayList<>();
  final List<String> asked = new ArrayList<>();
  final List<Announcement> announcements = new ArrayList<>();
  final Map<String, Acknowledgement> acknowledgements = new TreeMap<>();
  final Map<String, Truncations> truncations = new TreeMap<>();
  final Map<String, Session> sessions = new HashMap<>();
  final TreeSet<String> down = new TreeSet<>();
  final TreeSet<String> hibernating = new TreeSet<>();

  /** Where a member is, if elsewhere than at the address of its name. */
  final Map<String, String> addresses = new HashMap<>();

  Optional<String> otherChange = Optional.empty();
  final List<RivalJoin> rivals = new ArrayList<>();
  String fingerprint = "one";
  long nowMillis;
  JoinRecord onDisk;
  boolean warm = true;
  boolean purged = true;
  boolean diskFails;
  boolean gossipFails;

  /** Token 10 comes from a, 20 from b, 30 from a and b, 40 from nobody. */
  RecordingNode(long... tokens) {
    List<SortedSet<Long>> steps = new ArrayList<>();
    for (long token : tokens) {
      steps.add(new TreeSet<>(List.of(token)));
    }
    onDisk = JoinRecord.fresh(PLAN, steps);
  }

  JoinDriver start(JoinSettings settings) {
    JoinDriver driver =
        new JoinDriver(
            onDisk,
            settings,
            new JoinPorts(
                this::snapshot,
                this::asked,
                new Disk(),
                done -> calls.add("serve " + done),
                this,
                this::stream,
                this::purge,
                JoinPorts.NOTHING,
                tokens -> new WorkUntil(() -> warm, ""),
                () -> nowMillis));
    driver.start().ifPresent(announcements::add);
    return driver;
  }

  Announcement announced() {
    return announcements.get(announcements.size() - 1);
  }

  /** Both members have applied what was announced last, and held its tokens since an epoch. */
  void acknowledge(long heldSince) {
    acknowledge("a", heldSince);
    acknowledge("b", heldSince);
  }

  void acknowledge(String member, long heldSince) {
    acknowledgements.put(
        member, new Acknowledgement(PLAN, announced().epoch(), heldSince, 2_000, 5_000, false));
  }

  /** Everybody acknowledges everything, and every session succeeds. */
  void run(JoinDriver driver, int ticks) {
    for (int i = 0; i < ticks; i++) {
      acknowledge(1);
      sessions.values().forEach(session -> session.outcome = Outcome.SUCCEEDED);
      nowMillis += 1_000;
      driver.tick();
    }
  }

  private List<Transfer> asked(SortedSet<Long> done, SortedSet<Long> step) {
    asked.add(step + " after " + done);
    return transfers(done, step);
  }

  static List<Transfer> transfers(SortedSet<Long> done, SortedSet<Long> step) {
    Map<String, List<TokenRange>> bySender = new TreeMap<>();
    for (long token : step) {
      TokenRange range = new TokenRange(token - 10, token);
      if (token == 10 || token == 30) {
        bySender.computeIfAbsent("a", sender -> new ArrayList<>()).add(range);
      }
      if (token == 20 || token == 30) {
        bySender.computeIfAbsent("b", sender -> new ArrayList<>()).add(range);
      }
    }
    return bySender.entrySet().stream()
        .map(entry -> new Transfer(entry.getKey(), new TreeMap<>(Map.of("ks", entry.getValue()))))
        .sorted(Comparator.comparing(Transfer::sender))
        .toList();
  }

  private ClusterSnapshot snapshot() {
    return new ClusterSnapshot(List.of(member("a"), member("b")), fingerprint, otherChange, rivals);
  }

  private Member member(String name) {
    boolean hibernates = hibernating.contains(name);
    boolean alive = !hibernates && !down.contains(name);
    return new Member(
        name,
        addresses.getOrDefault(name, name),
        alive,
        hibernates,
        true,
        "5.0",
        1,
        acknowledgements.get(name),
        truncations.getOrDefault(name, Truncations.NONE),
        0,
        0);
  }

  private final class Disk implements JoinStore {
    @Override
    public void save(JoinRecord join) {
      if (diskFails) {
        throw new IllegalStateException("disk full");
      }
      calls.add("save " + join.epoch());
      onDisk = JoinRecordCodec.decode(JoinRecordCodec.encode(join));
    }

    @Override
    public void forget() {
      calls.add("forget");
    }
  }

  private StreamSession stream(Transfer transfer) {
    calls.add(
        "stream "
            + transfer.sender()
            + (transfer.tables().isEmpty() ? "" : " again: " + transfer.tables().size()));
    Session session = new Session();
    sessions.put(transfer.sender(), session);
    return session;
  }

  private StepWork.Run purge(SortedMap<UUID, Long> tables, SortedSet<Long> done) {
    calls.add("purge " + tables.size() + " but for " + done);
    return new WorkUntil(() -> purged, tables.size() + " table");
  }

  @Override
  public void announce(Announcement announcement) {
    if (gossipFails) {
      throw new IllegalStateException("gossip is not running");
    }
    calls.add("gossip " + announcement.epoch());
    announcements.add(announcement);
  }

  @Override
  public void announceNormal() {
    calls.add("normal");
  }

  /** Runs until the test says that it is over. */
  private record WorkUntil(BooleanSupplier over, String reason) implements StepWork.Run {
    @Override
    public StepWork.Status poll() {
      return over.getAsBoolean()
          ? new StepWork.Status(Outcome.SUCCEEDED, "")
          : new StepWork.Status(Outcome.RUNNING, reason);
    }

    @Override
    public void abort() {}
  }

  static final class Session implements StreamSession {
    Outcome outcome = Outcome.RUNNING;
    boolean aborted;

    @Override
    public StreamSession.Status poll() {
      return new StreamSession.Status(outcome, "connection reset", 5, 10);
    }

    @Override
    public void abort() {
      aborted = true;
    }
  }

  /** The last session with this sender. */
  Session session(String sender) {
    return Objects.requireNonNull(sessions.get(sender), sender);
  }
}
