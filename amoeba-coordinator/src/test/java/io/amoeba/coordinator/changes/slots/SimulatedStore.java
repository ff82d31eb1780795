package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.cluster.UnexpectedCommands;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Primaries as the servers' cluster bus makes them, with clients that follow redirects and count
 * what was acknowledged. Each has an epoch, with which it claims all its hash slots in messages to
 * each other one. Two of them have two connections, one for the pings of each. On a connection
 * messages arrive in their order, but may be under way for long, and overtake those on the other
 * one. Who hears a claim with a larger epoch than the owner's that it knows follows it, and answers
 * one with a smaller epoch by what it knows of the owner, right or wrong; who loses a hash slot so
 * deletes its keys; who loses the last one becomes the winner's replica. Before and after every
 * command something may happen.
 */
final class SimulatedStore extends UnexpectedCommands {

  /** How servers of different versions keep claims. */
  enum Bus {
    /** Before Redis 7.0.13. */
    EPOCHS,
    /**
     * Marks of hash slots whose owner has stopped to claim them, until 7.2.3: SETSLOT keeps them.
     */
    LASTING_MARKS,
    /** Later Redis, and Valkey 7.2. */
    MARKS,
    /**
     * Valkey 8.0 and newer: importing keeps no claim off, and who imports a hash slot takes it as
     * soon as a message of the source does not claim it, however old.
     */
    MARKS_ALSO_WHILE_IMPORTING
  }

  /** The mover's process has ended. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** What may happen around a command. */
  interface Happening {
    void around(String command);
  }

  static final int HASH_SLOTS = 8;
  private static final long NO_EPOCH = -1;
  private static final int MOST_REDIRECTS = 5;
  private static final String ONLY_PRIMARIES = "Please use SETSLOT only with masters.";

  private static final class Node {
    private final String id;
    private int starts = 1;
    private final String[] owners = new String[HASH_SLOTS];
    private final Map<String, Long> epochs = new TreeMap<>();
    private long largest;
    private final Map<Integer, Transition> marks = new TreeMap<>();
    private final boolean[] unclaimed = new boolean[HASH_SLOTS];
    private final Map<String, Pings> pings = new TreeMap<>();
    private Bus bus = Bus.EPOCHS;
    private boolean endedImport;
    private final List<Map<String, Integer>> keys = new ArrayList<>();
    private Optional<String> primary = Optional.empty();

    Node(String id, String owner) {
      this.id = id;
      for (int i = 0; i < HASH_SLOTS; i++) {
        owners[i] = owner;
        keys.add(new TreeMap<>());
      }
    }

    boolean owns(int hashSlot) {
      return id.equals(owners[hashSlot]);
    }

    long epoch() {
      return epochOf(id);
    }

    private long epochOf(String node) {
      return epochs.getOrDefault(node, 0L);
    }

    /** Takes a new epoch, unless its own is the largest that it has heard of. */
    void bump() {
      if (epoch() != largest) {
        epochs.put(id, ++largest);
      }
    }

    /** A replica's is no claim. */
    Message message(Kind kind) {
      return primary.isPresent()
          ? new Message(kind, id, NO_EPOCH, largest, List.of())
          : new Message(kind, id, epoch(), largest, ownedBy(id));
    }

    private List<Integer> ownedBy(String owner) {
      return IntStream.range(0, HASH_SLOTS).filter(i -> owner.equals(owners[i])).boxed().toList();
    }

    /**
     * As in clusterProcessPacket, clusterUpdateSlotsConfigWith and the handler of collisions.
     *
     * @return what it answers to who claims a hash slot with a smaller epoch than the owner's
     */
    Optional<Message> hear(Message message) {
      largest = Math.max(largest, message.largest());
      if (message.epoch() == NO_EPOCH) {
        return Optional.empty();
      }
      epochs.merge(message.of(), message.epoch(), Math::max);
      Optional<Message> update = Optional.empty();
      if (!ownedBy(message.of()).equals(message.claims())) {
        follow(message);
        update =
            message.claims().stream()
                .filter(hashSlot -> !unclaimed[hashSlot])
                .map(hashSlot -> owners[hashSlot])
                .filter(owner -> !owner.equals(message.of()) && epochOf(owner) > message.epoch())
                .findFirst()
                .map(this::seen);
      }
      if (primary.isEmpty() && message.epoch() == epoch() && id.compareTo(message.of()) < 0) {
        epochs.put(id, ++largest);
      }
      return update;
    }

    /** Hears from somebody what another one claims; what is not new to it changes nothing. */
    void update(Message message) {
      if (!message.of().equals(id) && epochOf(message.of()) < message.epoch()) {
        epochs.put(message.of(), message.epoch());
        follow(message);
      }
    }

    private Message seen(String owner) {
      List<Integer> claims = ownedBy(owner).stream().filter(slot -> !unclaimed[slot]).toList();
      return new Message(Kind.UPDATE, owner, epochOf(owner), 0, claims);
    }

    private void follow(Message message) {
      for (int hashSlot = 0; hashSlot < HASH_SLOTS; hashSlot++) {
        boolean claimed = message.claims().contains(hashSlot);
        if (owners[hashSlot].equals(message.of())) {
          unclaimed[hashSlot] = !claimed && bus != Bus.EPOCHS;
          if (!claimed && isImportedFrom(message.of(), hashSlot)) {
            endImport(hashSlot);
          }
        } else if (claimed && !isKept(hashSlot) && isOutdone(hashSlot, message.epoch())) {
          if (owns(hashSlot)) {
            keys.get(hashSlot).clear();
          }
          unclaimed[hashSlot] = false;
          if (bus == Bus.MARKS_ALSO_WHILE_IMPORTING && !isImportedFrom(message.of(), hashSlot)) {
            marks.remove(hashSlot);
          }
          lose(hashSlot, message.of());
        }
      }
    }

    private boolean isImportedFrom(String source, int hashSlot) {
      Transition mark = marks.get(hashSlot);
      return bus == Bus.MARKS_ALSO_WHILE_IMPORTING
          && mark != null
          && !mark.migrating()
          && mark.other().equals(source);
    }

    /** Takes the hash slot as if it had been told so. */
    private void endImport(int hashSlot) {
      marks.remove(hashSlot);
      unclaimed[hashSlot] = false;
      owners[hashSlot] = id;
      bump();
      endedImport = true;
    }

    /** Whether it has taken hash slots by itself since it was last asked. */
    boolean endedImport() {
      boolean ended = endedImport;
      endedImport = false;
      return ended;
    }

    private boolean isKept(int hashSlot) {
      Transition mark = marks.get(hashSlot);
      return bus != Bus.MARKS_ALSO_WHILE_IMPORTING && mark != null && !mark.migrating();
    }

    private boolean isOutdone(int hashSlot, long epoch) {
      return unclaimed[hashSlot] || epochOf(owners[hashSlot]) < epoch;
    }

    /** SETSLOT forgets that the former owner has stopped to claim it, or does not. */
    void isTold(int hashSlot) {
      unclaimed[hashSlot] &= bus == Bus.LASTING_MARKS;
    }

    /** Hears of another owner. */
    void lose(int hashSlot, String owner) {
      boolean owned = owns(hashSlot);
      owners[hashSlot] = owner;
      if (owned && !List.of(owners).contains(id)) {
        primary = Optional.of(owner);
        marks.clear();
        keys.forEach(Map::clear);
      }
    }
  }

  private enum Kind {
    /** It is answered. */
    PING,
    /** An answer, on the connection of who pinged. */
    PONG,
    /** A claim that nobody has asked for. */
    CLAIM,
    /** What somebody else claims. */
    UPDATE
  }

  /** What one primary claims, as itself or another one says. Immutable. */
  private record Message(Kind kind, String of, long epoch, long largest, List<Integer> claims) {}

  /** One direction of a connection. Immutable. */
  private record Lane(String from, String to, boolean ofReceiver) implements Comparable<Lane> {
    @Override
    public int compareTo(Lane other) {
      return toString().compareTo(other.toString());
    }
  }

  /** Of the servers' own, which need some looks until they are done. */
  private static final class Migration {
    private final String id;
    private final SlotsInTransition move;
    private int looksLeft = 3;
    private int attempts;
    private AtomicMigration.State state = AtomicMigration.State.UNDER_WAY;

    Migration(String id, SlotsInTransition move) {
      this.id = id;
      this.move = move;
    }

    boolean isUnderWay() {
      return state == AtomicMigration.State.UNDER_WAY;
    }

    AtomicMigration told() {
      return new AtomicMigration(
          id,
          move.hashSlots().stream().map(slot -> new HashSlotSpan(slot, slot)).toList(),
          state,
          attempts,
          state.toString());
    }
  }

  private final Map<String, Node> nodes = new TreeMap<>();

  /** Messages that are under way. */
  private final Map<Lane, Deque<Message>> underWay = new TreeMap<>();

  private long millis = 1;
  private Runnable waiting = this::gossip;

  private int toldAtLastLook = -1;
  private final Map<String, Integer> acknowledged = new HashMap<>();
  private final List<String> told = new ArrayList<>();
  private final List<String> silent = new ArrayList<>();
  private Happening happening = command -> {};
  private int lostConfirmations;
  private boolean hidesKeys;
  private SlotMigrationMethod known = SlotMigrationMethod.SETSLOT_AND_MIGRATE;
  private final List<Migration> migrations = new ArrayList<>();

  /** The first one owns everything. */
  SimulatedStore(String... ids) {
    for (String id : ids) {
      nodes.put(id, new Node(id, ids[0]));
    }
    for (Node node : nodes.values()) {
      node.largest = ids.length;
      for (int i = 0; i < ids.length; i++) {
        node.epochs.put(ids[i], ids.length - (long) i);
      }
    }
  }

  /** All primaries are of these versions. */
  SimulatedStore with(Bus bus) {
    nodes.values().forEach(node -> node.bus = bus);
    return this;
  }

  /** What happens while somebody waits; otherwise everybody hears of everything. */
  void whileWaiting(Runnable happening) {
    waiting = happening;
  }

  /** All primaries know this method, too. */
  SimulatedStore knows(SlotMigrationMethod method) {
    known = method;
    return this;
  }

  /** Migrations that are under way fail; those of Redis begin again by themselves. */
  void failMigrations() {
    for (Migration migration : migrations) {
      if (migration.isUnderWay() && known == SlotMigrationMethod.CLUSTER_MIGRATION) {
        migration.attempts++;
        migration.looksLeft = 3;
      } else if (migration.isUnderWay()) {
        migration.state = AtomicMigration.State.ENDED;
      }
    }
  }

  /** Somebody else begins one. */
  String migrateByHand(SlotsInTransition move) {
    Migration migration = new Migration("by-hand-" + migrations.size(), move);
    migration.looksLeft = Integer.MAX_VALUE;
    migrations.add(migration);
    return migration.id;
  }

  /** As a restart of whoever steers them makes them forget. */
  void forgetMigrations() {
    migrations.clear();
  }

  boolean isAnythingUnderWay() {
    return migrations.stream().anyMatch(Migration::isUnderWay);
  }

  boolean isUnderWay(String migration) {
    return migrations.stream().anyMatch(m -> m.id.equals(migration) && m.isUnderWay());
  }

  void happens(Happening newHappening) {
    happening = newHappening;
  }

  /** The next transfers of keys reach the destination, but their confirmation does not come. */
  void loseConfirmations(int count) {
    lostConfirmations = count;
  }

  /** A process ends and another one begins with the same data. */
  void restart(String id) {
    node(id).starts++;
  }

  void loseMark(String id, int hashSlot) {
    node(id).marks.remove(hashSlot);
  }

  /** Two primaries believe each other to be the owner, and all others follow the first one. */
  void orphan(int hashSlot, String one, String other) {
    nodes.values().forEach(node -> node.owners[hashSlot] = other);
    node(other).owners[hashSlot] = one;
  }

  void put(String id, int hashSlot, String key, int value) {
    node(id).keys.get(hashSlot).put(key, value);
  }

  void silence(String id) {
    silent.add(id);
  }

  /** Commands so far that change something. */
  List<String> told() {
    return told;
  }

  /** A client adds 1 to a key; errors are not acknowledged. */
  void increment(int hashSlot, String key) {
    Node node = nodes.values().iterator().next();
    boolean asking = false;
    for (int i = 0; i < MOST_REDIRECTS; i++) {
      Map<String, Integer> keys = node.keys.get(hashSlot);
      Transition mark = node.marks.get(hashSlot);
      if (node.owns(hashSlot) && mark != null && mark.migrating() && !keys.containsKey(key)) {
        node = node(mark.other());
        asking = true;
      } else if (node.owns(hashSlot) || (asking && mark != null && !mark.migrating())) {
        keys.merge(key, 1, Integer::sum);
        acknowledged.merge(key, 1, Integer::sum);
        return;
      } else {
        node = node(node.owners[hashSlot]);
        asking = false;
      }
    }
  }

  /** All messages arrive, and further ones, until everybody has heard of everything. */
  void gossip() {
    deliverAll();
    for (int round = 0; round < 3; round++) {
      for (String from : nodes.keySet()) {
        nodes.keySet().forEach(to -> ping(from, to));
      }
      deliverAll();
    }
  }

  private void deliverAll() {
    while (!underWay.isEmpty()) {
      deliver(underWay.keySet().iterator().next());
    }
  }

  /** A primary pings another one, unless an answer of that one is still missing. */
  void ping(String from, String to) {
    Node node = node(from);
    if (from.equals(to) || pings(node, to).isPending()) {
      return;
    }
    node.pings.put(to, new Pings(++millis, pings(node, to).answeredMillis()));
    add(new Lane(from, to, false), node.message(Kind.PING));
  }

  private static Pings pings(Node node, String peer) {
    return node.pings.getOrDefault(peer, new Pings(0, 1));
  }

  /** A primary says what it claims to all others, who do not hear it yet. */
  void send(String from) {
    if (node(from).primary.isPresent()) {
      return;
    }
    for (String to : nodes.keySet()) {
      if (!to.equals(from)) {
        add(new Lane(from, to, false), node(from).message(Kind.CLAIM));
      }
    }
  }

  /** The oldest message between two on the sender's connection arrives, or else on the other. */
  boolean deliver(String from, String to) {
    return deliver(new Lane(from, to, false)) || deliver(new Lane(from, to, true));
  }

  /** The oldest message between two arrives on one of their connections. */
  boolean deliver(String from, String to, boolean ofReceiver) {
    return deliver(new Lane(from, to, ofReceiver));
  }

  private boolean deliver(Lane lane) {
    Deque<Message> messages = underWay.get(lane);
    if (messages == null) {
      return false;
    }
    Message message = messages.remove();
    if (messages.isEmpty()) {
      underWay.remove(lane);
    }
    Node receiver = node(lane.to());
    switch (message.kind()) {
      case UPDATE -> receiver.update(message);
      case PING -> {
        // Before the ping itself is looked into.
        add(new Lane(lane.to(), lane.from(), true), receiver.message(Kind.PONG));
        hear(receiver, message);
      }
      case PONG -> {
        millis += millis % 1000 == 999 ? 2 : 1;
        receiver.pings.put(lane.from(), new Pings(0, millis));
        hear(receiver, message);
      }
      case CLAIM -> hear(receiver, message);
    }
    return true;
  }

  private void hear(Node receiver, Message message) {
    receiver
        .hear(message)
        .ifPresent(update -> add(new Lane(receiver.id, message.of(), false), update));
    if (receiver.endedImport()) {
      send(receiver.id);
    }
  }

  private void add(Lane lane, Message message) {
    underWay.computeIfAbsent(lane, absent -> new ArrayDeque<>()).add(message);
  }

  /** What the owner of a hash slot holds of it. */
  Map<String, Integer> served(int hashSlot) {
    return node(nodes.values().iterator().next().owners[hashSlot]).keys.get(hashSlot);
  }

  Map<String, Integer> held(String id, int hashSlot) {
    return node(id).keys.get(hashSlot);
  }

  Map<String, Integer> acknowledged() {
    return acknowledged;
  }

  @Override
  public ClusterView look() {
    happening.around("look");
    if (told.size() == toldAtLastLook) {
      waiting.run(); // somebody waits, so time passes
    }
    toldAtLastLook = told.size();
    List<ServerView> servers = new ArrayList<>();
    Map<ServerAddress, String> reasons = new HashMap<>();
    for (Node node : nodes.values()) {
      if (silent.contains(node.id)) {
        reasons.put(address(node.id), "connection refused");
      } else {
        servers.add(view(node));
      }
    }
    return new ClusterView(servers, reasons);
  }

  private ServerView view(Node node) {
    return ServerView.of(
        address(node.id),
        sees(node, node.id),
        nodes.keySet().stream()
            .filter(peer -> !peer.equals(node.id))
            .map(peer -> sees(node, peer))
            .toList(),
        List.copyOf(node.marks.values()),
        Optional.empty());
  }

  private static KnownServer sees(Node node, String id) {
    return new KnownServer(
        id,
        address(id),
        List.of(),
        Set.of(),
        node.id.equals(id) ? node.primary.orElse("") : "",
        pings(node, id),
        node.epochs.getOrDefault(id, NO_EPOCH),
        true,
        node.ownedBy(id).stream().map(slot -> new HashSlotSpan(slot, slot)).toList());
  }

  private static ServerAddress address(String id) {
    return new ServerAddress(id, 1);
  }

  @Override
  public Set<SlotMigrationMethod> methods() {
    return EnumSet.of(SlotMigrationMethod.SETSLOT_AND_MIGRATE, known);
  }

  @Override
  public String run(String primary) {
    return primary + "-" + node(primary).starts;
  }

  @Override
  public boolean keepsMarks(String primary) {
    return node(primary).bus == Bus.LASTING_MARKS;
  }

  /** All primaries say that they have no keys of hash slots that they neither own nor import. */
  SimulatedStore hidesKeys() {
    hidesKeys = true;
    return this;
  }

  @Override
  public boolean countsHiddenKeys(String primary) {
    return !hidesKeys;
  }

  @Override
  public List<Long> countKeys(String primary, List<Integer> hashSlots) {
    Node node = node(primary);
    return hashSlots.stream()
        .map(
            hashSlot ->
                hidesKeys && !node.owns(hashSlot) && !node.marks.containsKey(hashSlot)
                    ? 0L
                    : node.keys.get(hashSlot).size())
        .toList();
  }

  @Override
  public void requireDatabases(String from, String to) {} // there is database 0 alone

  @Override
  public void setImporting(String primary, List<Integer> hashSlots, String source) {
    each(hashSlots, hashSlot -> setImporting(primary, hashSlot, source));
  }

  private void setImporting(String primary, int hashSlot, String source) {
    tell(
        primary + " imports " + hashSlot,
        () -> {
          refuse(node(primary).primary.isPresent(), ONLY_PRIMARIES);
          refuse(node(primary).owns(hashSlot), "I'm already the owner");
          node(primary).marks.put(hashSlot, new Transition(hashSlot, false, source));
        });
  }

  @Override
  public void setMigrating(String primary, List<Integer> hashSlots, String destination) {
    each(hashSlots, hashSlot -> setMigrating(primary, hashSlot, destination));
  }

  private void setMigrating(String primary, int hashSlot, String destination) {
    tell(
        primary + " migrates " + hashSlot,
        () -> {
          refuse(node(primary).primary.isPresent(), ONLY_PRIMARIES);
          refuse(!node(primary).owns(hashSlot), "I'm not the owner");
          node(primary).marks.put(hashSlot, new Transition(hashSlot, true, destination));
        });
  }

  @Override
  public void setOwner(String primary, List<Integer> hashSlots, String owner) {
    each(hashSlots, hashSlot -> setOwner(primary, hashSlot, owner));
  }

  private void setOwner(String primary, int hashSlot, String owner) {
    tell(
        primary + " sees " + owner + " own " + hashSlot,
        () -> {
          Node node = node(primary);
          refuse(node.primary.isPresent(), ONLY_PRIMARIES);
          boolean holds = !node.keys.get(hashSlot).isEmpty();
          refuse(node.owns(hashSlot) && !owner.equals(primary) && holds, "I still hold keys");
          Transition mark = node.marks.get(hashSlot);
          if (mark != null && mark.migrating() ? !holds : owner.equals(primary)) {
            node.marks.remove(hashSlot);
          }
          node.isTold(hashSlot);
          boolean takes = owner.equals(primary) && mark != null && !mark.migrating();
          if (takes) {
            node.bump();
          }
          if (owner.equals(primary)) {
            node.owners[hashSlot] = owner;
          } else {
            node.lose(hashSlot, owner);
          }
          if (takes) {
            send(primary);
          }
        });
  }

  @Override
  public void setStable(String primary, List<Integer> hashSlots) {
    each(
        hashSlots,
        hashSlot ->
            tell(primary + " closes " + hashSlot, () -> node(primary).marks.remove(hashSlot)));
  }

  @Override
  public int migrateKeys(KeyBatch batch) {
    int[] offered = {0};
    each(batch.hashSlots(), hashSlot -> offered[0] += migrateKeys(batch, hashSlot));
    return offered[0];
  }

  private int migrateKeys(KeyBatch batch, int hashSlot) {
    Map<String, Integer> from = node(batch.from()).keys.get(hashSlot);
    Map<String, Integer> to = node(batch.to()).keys.get(hashSlot);
    int[] offered = {0};
    tell(
        batch.from() + " sends keys" + (batch.replace() ? " and replaces" : ""),
        () -> {
          List<String> keys = from.keySet().stream().limit(batch.keys()).toList();
          offered[0] = keys.size();
          boolean exists = false;
          boolean lost = lostConfirmations > 0 && !keys.isEmpty();
          for (String key : keys) {
            if (to.containsKey(key) && !batch.replace()) {
              exists = true;
              continue;
            }
            Integer value = from.get(key);
            if (value != null) {
              to.put(key, value);
            }
            if (!lost) {
              from.remove(key);
            }
          }
          if (exists) {
            throw new ClusterFailure(ClusterFailure.Kind.KEY_EXISTS, "BUSYKEY");
          }
          if (lost) {
            lostConfirmations--;
            throw new ClusterFailure(ClusterFailure.Kind.TRANSFER, "IOERR");
          }
        });
    return offered[0];
  }

  @Override
  public void migrate(SlotsInTransition move) {
    tell(
        move.from() + " migrates to " + move.to() + " " + move.hashSlots(),
        () -> {
          refuse(node(move.method().steering(move)).primary.isPresent(), ONLY_PRIMARIES);
          refuse(
              migrations.stream()
                  .filter(Migration::isUnderWay)
                  .anyMatch(
                      other ->
                          move.hashSlots().stream().anyMatch(other.move.hashSlots()::contains)),
              "overlapping import exists");
          refuse(!move.hashSlots().stream().allMatch(node(move.from())::owns), "I'm not the owner");
          migrations.add(new Migration("migration-" + migrations.size(), move));
        });
  }

  /** Who looks lets time pass. */
  @Override
  public List<AtomicMigration> migrations(SlotMigrationMethod method, String primary) {
    happening.around("migrations");
    migrations.forEach(this::goOn);
    return migrations.stream()
        .filter(migration -> method.steering(migration.move).equals(primary))
        .map(Migration::told)
        .toList();
  }

  private void goOn(Migration migration) {
    if (!migration.isUnderWay() || --migration.looksLeft > 0) {
      return;
    }
    migration.state = AtomicMigration.State.COMPLETED;
    Node from = node(migration.move.from());
    Node to = node(migration.move.to());
    to.bump();
    for (int hashSlot : migration.move.hashSlots()) {
      to.keys.get(hashSlot).putAll(from.keys.get(hashSlot));
      to.owners[hashSlot] = to.id;
      to.unclaimed[hashSlot] = false;
      from.keys.get(hashSlot).clear();
      from.unclaimed[hashSlot] = false;
      from.lose(hashSlot, to.id);
    }
    send(to.id);
  }

  @Override
  public void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration) {
    tell(
        primary + " cancels",
        () ->
            migrations.stream()
                .filter(known -> known.id.equals(migration.id()) && known.isUnderWay())
                .forEach(known -> known.state = AtomicMigration.State.ENDED));
  }

  /** Commands that are sent together: whoever refuses one carries out the others. */
  private static void each(List<Integer> hashSlots, IntConsumer command) {
    List<ClusterFailure> problems = new ArrayList<>();
    for (int hashSlot : hashSlots) {
      try {
        command.accept(hashSlot);
      } catch (ClusterFailure e) {
        problems.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw problems.get(0);
    }
  }

  private void tell(String command, Runnable effect) {
    happening.around(command);
    told.add(command);
    effect.run();
    happening.around(command);
  }

  private static void refuse(boolean condition, String reason) {
    if (condition) {
      throw new ClusterFailure(ClusterFailure.Kind.REFUSED, reason);
    }
  }

  private Node node(String id) {
    Node node = nodes.get(id);
    if (node == null) {
      throw new ClusterFailure(ClusterFailure.Kind.UNREACHABLE, "there is no " + id);
    }
    return node;
  }
}
