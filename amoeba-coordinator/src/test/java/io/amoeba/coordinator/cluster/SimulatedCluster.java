package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Servers as the Redis Cluster specification describes them, with a client that writes and counts
 * what was acknowledged. What servers know of each other, copies and failovers advance when
 * somebody waits. Before and after every command something may happen.
 */
public final class SimulatedCluster extends UnexpectedCommands {

  /** What may happen around a command. */
  public interface Happening {
    void around(String command);
  }

  /** In ticks, which are seconds. */
  public static final long NODE_TIMEOUT = 2;

  /** Within it, an election that was begun may be won, and primaries vote no second time. */
  private static final long ELECTION = 2 * NODE_TIMEOUT;

  /** Of three primaries. */
  private static final int MAJORITY = 2;

  /** How long a server saves. */
  private static final int WORK = 3;

  private final Map<String, SimulatedNode> nodes = new TreeMap<>();
  private final Map<String, Long> votedFor = new HashMap<>();
  private final Map<String, Integer> silences = new HashMap<>();
  private final Set<Integer> acknowledged = new TreeSet<>();
  private final List<String> told = new ArrayList<>();
  private Happening happening = command -> {};
  private UnaryOperator<ClusterView> sight = UnaryOperator.identity();
  private boolean votes = true;
  private boolean leavesReplicas;
  private boolean lostHashSlots;
  private int writes;
  private long epoch = 3;
  private long now;
  private int fullCopies;
  private boolean failsOverByItself;
  private boolean workedAsPrimary;
  private boolean ledOpen;
  private int ordersBeforeRest;
  private long lookTick;
  private int refusedWrites;
  private int fruitlessOrders;
  private int ordersWithoutMajority;
  private boolean refusedAfterOrder;
  private boolean losesAnswer;
  private int delayTicks;
  private final List<Late> late = new ArrayList<>();
  private boolean nobodysOrder;

  /** Servers that hear no coordinator, or are not heard by it. */
  private final Set<String> cutOff = new TreeSet<>();

  private final List<Long> orders = new ArrayList<>();

  /** Three primaries a, b, c; d replicates b; s is empty, a member or not. */
  public SimulatedCluster(boolean member) {
    int first = 0;
    for (String name : List.of("a", "b", "c", "d", "s")) {
      SimulatedNode node = new SimulatedNode(name, () -> now);
      nodes.put(name, node);
      if (name.compareTo("c") <= 0) {
        node.owns(List.of(new HashSlotSpan(first, first + 9)), first / 10 + 1);
        first += 10;
      }
    }
    node("d").replicates("b");
    List<SimulatedNode> members =
        nodes.values().stream().filter(n -> member || !n.name.equals("s")).toList();
    for (SimulatedNode node : members) {
      members.stream()
          .filter(other -> other != node)
          .forEach(other -> node.views.put(other.id(), other.view()));
    }
    tick();
    tick();
    tick();
  }

  public SimulatedNode node(String name) {
    return Optional.ofNullable(nodes.get(name)).orElseThrow();
  }

  public void happens(Happening newHappening) {
    happening = newHappening;
  }

  /** Looks show this instead of what servers say; commands reach them. */
  public void seenAs(UnaryOperator<ClusterView> newSight) {
    sight = newSight;
  }

  /** A server carries out the next command, and nobody hears of it. */
  public void losesNextAnswer() {
    losesAnswer = true;
  }

  /** The next command is under way for so many ticks, and nobody hears what comes of it. */
  public void delaysNextCommand(int ticks) {
    delayTicks = ticks;
  }

  /** Coordinators and a server do not hear each other; its peers and clients do. */
  public void cutOff(String name) {
    cutOff.add(name);
  }

  /** A server does not hear its peers, which hear it. */
  public void deafen(String name) {
    SimulatedNode node = node(name);
    node.deafTo.addAll(node.views.keySet());
  }

  /** All links work again. */
  public void healLinks() {
    losesAnswer = false;
    delayTicks = 0;
    cutOff.clear();
    nodes.values().forEach(node -> node.deafTo.clear());
  }

  /** Whether primaries vote for replicas. */
  public void votes(boolean now) {
    votes = now;
  }

  /** From now on replicas stay with a primary that has become a replica, as redis/redis#15472. */
  public void leavesReplicas() {
    leavesReplicas = true;
  }

  /** From now on a replica takes over from a primary that has failed. */
  public void failsOverByItself() {
    failsOverByItself = true;
  }

  /** Whether a server was told to work while it led, or to lead while it worked. */
  public boolean workedAsPrimary() {
    return workedAsPrimary;
  }

  /** Whether a replica was told to lead while hash slots of its primary were open. */
  public boolean ledOpen() {
    return ledOpen;
  }

  /** Orders to a server that would count the votes of an election before it. */
  public int ordersBeforeRest() {
    return ordersBeforeRest;
  }

  /** Writes that a primary refused because its last work failed. */
  public int refusedWrites() {
    return refusedWrites;
  }

  /** Orders that held back clients' writes and led to nothing. */
  public int fruitlessOrders() {
    return fruitlessOrders;
  }

  /** Orders while so few primaries were alive that no election could be won. */
  public int ordersWithoutMajority() {
    return ordersWithoutMajority;
  }

  /** Whether a server was told to lead whose last work had failed. */
  public boolean refusedAfterOrder() {
    return refusedAfterOrder;
  }

  /** Commands so far that change something. */
  public List<String> told() {
    return told;
  }

  /** A server that owns hash slots was reset. */
  public boolean lostHashSlots() {
    return lostHashSlots;
  }

  public Set<Integer> acknowledged() {
    return acknowledged;
  }

  /** Primaries that became replicas, with a whole copy, since they had led with an old epoch. */
  public int fullCopies() {
    return fullCopies;
  }

  /** When servers were told to take over, in ticks. */
  public List<Long> orders() {
    return orders;
  }

  public long now() {
    return now;
  }

  /** A client writes to whoever owns the first hash slots. */
  public void write() {
    nodes.values().stream()
        .filter(node -> node.alive && node.owns() && node.hashSlots.get(0).from() == 0)
        .forEach(
            owner -> {
              if (owner.failedWorks.isEmpty()) {
                owner.data.add(++writes);
                acknowledged.add(writes);
              } else {
                refusedWrites++;
              }
            });
  }

  /** A replica asks for votes, gets them, and takes over from its primary. */
  public void promote(String name) {
    SimulatedNode replica = node(name);
    ask(replica, true);
    takeOver(replica, byId(replica.primaryId).orElseThrow());
  }

  private void ask(SimulatedNode replica, boolean elected) {
    replica.asked = true;
    replica.elected = elected;
    replica.electionTick = now;
    replica.electionEpoch = ++epoch;
    replica.requests += nodes.size() - 1;
    if (elected) {
      votedFor.put(replica.primaryId, now);
      nodes.values().stream().filter(n -> n.alive && n.owns()).forEach(n -> n.votes++);
    }
  }

  private void takeOver(SimulatedNode replica, SimulatedNode primary) {
    if (primary.alive) {
      replica.data.addAll(primary.data);
    }
    replica.owns(primary.hashSlots, replica.electionEpoch);
    Set<Integer> data = Set.copyOf(primary.data);
    primary.replicates(replica.id());
    primary.data.addAll(data);
    primary.lacksLittle();
  }

  /** Time passes. */
  public void tick() {
    now++;
    carryOutLate();
    List<SimulatedNode> alive = nodes.values().stream().filter(n -> n.alive).toList();
    alive.forEach(this::join);
    alive.forEach(this::gossip);
    write();
    alive.forEach(node -> concede(node, alive));
    alive.forEach(this::replicate);
    alive.forEach(SimulatedNode::works);
    if (failsOverByItself) {
      alive.forEach(this::failOverByItself);
    }
    alive.stream().filter(n -> n.failingOver).forEach(this::failOver);
  }

  /** What a server does then is nobody's order any more. */
  private void carryOutLate() {
    List<Late> due = late.stream().filter(command -> command.atTick() <= now).toList();
    late.removeAll(due);
    nobodysOrder = true;
    for (Late command : due) {
      try {
        if (command.node().alive) {
          command.effect().on(command.node());
        }
      } catch (ClusterFailure refused) {
        told.add("refused late: " + refused.getMessage());
      }
    }
    nobodysOrder = false;
  }

  private void join(SimulatedNode node) {
    for (ServerAddress address : Set.copyOf(node.invited)) {
      SimulatedNode other = node(address.host());
      if (other.alive) {
        node.invited.remove(address);
        node.views.put(other.id(), other.view());
        other.views.put(node.id(), node.view());
      }
    }
  }

  private void gossip(SimulatedNode node) {
    for (String id : new HashSet<>(node.views.keySet())) {
      Optional<SimulatedNode> other = byId(id);
      if (node.deafTo.contains(id)) {
        continue;
      }
      boolean answers = other.isPresent() && other.get().alive;
      int silence = answers ? 0 : silences.merge(node.name + id, 1, Integer::sum);
      if (answers) {
        silences.remove(node.name + id);
        node.views.put(id, other.get().view());
        if (other.get().views.containsKey(node.id())) {
          other.get().views.keySet().stream()
              .filter(heard -> !heard.equals(node.id()) && !node.forgotten.contains(heard))
              .filter(heard -> !node.views.containsKey(heard))
              .toList()
              .forEach(heard -> byId(heard).ifPresent(n -> node.views.put(heard, n.view())));
        }
      } else {
        KnownServer last = Optional.ofNullable(node.views.get(id)).orElseThrow();
        node.views.put(
            id,
            new KnownServer(
                id,
                last.address(),
                last.otherHosts(),
                Set.of(silence < 3 ? "fail?" : "fail"),
                last.primaryId(),
                last.pings(),
                last.epoch(),
                last.linked(),
                last.hashSlots()));
      }
    }
  }

  private void replicate(SimulatedNode node) {
    if (node.primaryId.isEmpty()) {
      return;
    }
    Optional<SimulatedNode> primary = byId(node.primaryId).filter(n -> n.alive);
    if (!leavesReplicas
        && primary.isPresent()
        && !primary.get().primaryId.isEmpty()
        && !primary.get().primaryId.equals(node.id())) {
      node.primaryId = primary.get().primaryId; // the hash slots of its primary have gone there
      return;
    }
    if (primary.isEmpty()) {
      node.linkUp = false;
    } else if (node.ticksToSync > 0) {
      node.ticksToSync--;
    } else {
      node.synced(primary.get());
    }
  }

  /** Who claims hash slots with an old epoch follows the one with the new one. */
  private void concede(SimulatedNode node, List<SimulatedNode> alive) {
    alive.stream()
        .filter(other -> node.owns() && other.owns() && other.epoch > node.epoch)
        .filter(other -> HashSlots.overlap(other.hashSlots, node.hashSlots))
        .findFirst()
        .ifPresent(
            other -> {
              node.replicates(other.id());
              fullCopies++;
            });
  }

  private void failOver(SimulatedNode node) {
    node.failingOver = false; // what does not happen now is given up without a word
    Optional<SimulatedNode> primary = byId(node.primaryId).filter(n -> n.alive && n.owns());
    if (!node.linkUp || primary.isEmpty()) {
      return;
    }
    long age = now - node.electionTick;
    if (node.asked && !node.forgetful && age <= 2 * ELECTION) {
      fruitlessOrders++;
      if (node.elected && age <= ELECTION) {
        leadWithOldVotes(node, primary.get());
      }
      return;
    }
    boolean known =
        nodes.values().stream()
            .filter(n -> n.alive && n.owns())
            .allMatch(
                n ->
                    Optional.ofNullable(n.views.get(node.id()))
                        .filter(view -> view.primaryId().equals(node.primaryId))
                        .isPresent());
    boolean vote =
        node.forgetful || now - votedFor.getOrDefault(node.primaryId, -ELECTION - 1) > ELECTION;
    ask(node, votes && known && vote);
    if (node.elected) {
      takeOver(node, primary.get());
    } else {
      fruitlessOrders++;
    }
  }

  /** As every primary knows that the replica's one has failed, they vote for it, if in sync. */
  private void failOverByItself(SimulatedNode replica) {
    Optional<SimulatedNode> primary = byId(replica.primaryId).filter(n -> !n.alive);
    boolean first =
        nodes.values().stream()
            .filter(n -> n.alive && n.primaryId.equals(replica.primaryId))
            .findFirst()
            .filter(n -> n == replica)
            .isPresent();
    boolean inSync = primary.filter(n -> replica.data.containsAll(n.data)).isPresent();
    if (votes
        && inSync
        && first
        && silences.getOrDefault(replica.name + replica.primaryId, 0) > 4) {
      ask(replica, true);
      takeOver(replica, primary.get());
    }
  }

  /** The primary does not hear of it before it has acknowledged further writes. */
  private void leadWithOldVotes(SimulatedNode node, SimulatedNode primary) {
    node.data.addAll(primary.data);
    node.owns(primary.hashSlots, node.electionEpoch);
  }

  private Optional<SimulatedNode> byId(String id) {
    return nodes.values().stream().filter(node -> node.id().equals(id)).findFirst();
  }

  @Override
  public ClusterView look(Set<ServerAddress> also) {
    happening.around("look");
    SimulatedNode first =
        nodes.values().stream()
            .filter(
                n ->
                    n.alive
                        && !cutOff.contains(n.name)
                        && (n.owns()
                            || n.views.values().stream().anyMatch(v -> !v.hashSlots().isEmpty())))
            .findFirst()
            .orElseThrow();
    Set<ServerAddress> asked = new LinkedHashSet<>(new TreeSet<>(also));
    asked.add(first.address);
    first.views.values().forEach(view -> asked.add(view.address()));
    List<ServerView> sights = new ArrayList<>();
    Map<ServerAddress, String> silent = new HashMap<>();
    nodes.values().forEach(SimulatedNode::looked);
    lookTick = now;
    for (ServerAddress address : asked) {
      SimulatedNode node = node(address.host());
      if (node.alive && !cutOff.contains(node.name)) {
        sights.add(node.sight());
      } else {
        silent.put(address, "connection refused");
      }
    }
    happening.around("look");
    return sight.apply(new ClusterView(sights, silent));
  }

  @Override
  public void meet(ServerAddress member, ServerAddress other) {
    tell(member, "meets " + other.host(), node -> node.invited.add(other));
  }

  @Override
  public void replicate(ServerAddress server, String primary) {
    tell(
        server,
        "replicates " + primary,
        node -> {
          refuse(!node.views.containsKey(primary), "Unknown node " + primary);
          refuse(
              node.primaryId.isEmpty() && (node.owns() || !node.data.isEmpty()),
              "To set a master the node must be empty and without assigned slots");
          node.replicates(primary);
        });
  }

  @Override
  public void failOver(ServerAddress replica) {
    tell(
        replica,
        "fails over",
        node -> {
          refuse(node.primaryId.isEmpty(), "You should send CLUSTER FAILOVER to a replica");
          node.failingOver = true;
          orders.add(now);
          if (nobodysOrder) {
            return;
          }
          refusedAfterOrder |= node.lookedFailed && !node.failedWorks.isEmpty();
          workedAsPrimary |= node.lookedWorking && node.working.isPresent();
          ledOpen |=
              byId(node.primaryId).filter(n -> n.lookedOpen && n.openHashSlots > 0).isPresent();
          if (nodes.values().stream().filter(n -> n.lookedAlive && n.owns()).count() < MAJORITY) {
            ordersWithoutMajority++;
          }
          long age = now - node.electionTick;
          if (node.asked
              && !node.forgetful
              && age <= 2 * ELECTION
              && node.electionTick <= lookTick) {
            ordersBeforeRest++;
          }
        });
  }

  @Override
  public void save(ServerAddress server) {
    work(server, "saves", UpkeepKind.SAVE);
  }

  @Override
  public void rewrite(ServerAddress server) {
    work(server, "rewrites", UpkeepKind.REWRITE);
  }

  private void work(ServerAddress server, String what, UpkeepKind kind) {
    tell(
        server,
        what,
        node -> {
          if (node.working.isPresent()) {
            throw new ClusterFailure(
                ClusterFailure.Kind.BUSY, "Background save already in progress", "");
          }
          workedAsPrimary |= node.lookedOwner && node.owns() && !nobodysOrder;
          node.begins(kind, WORK);
        });
  }

  @Override
  public void forget(ServerAddress member, String id) {
    tell(
        member,
        "forgets " + id,
        node -> {
          refuse(node.primaryId.equals(id), "Can't forget my master!");
          node.views.remove(id);
          node.forgotten.add(id);
        });
  }

  @Override
  public void reset(ServerAddress server) {
    tell(
        server,
        "is reset",
        node -> {
          refuse(
              node.primaryId.isEmpty() && !node.data.isEmpty(),
              "CLUSTER RESET can't be called with master nodes containing keys");
          lostHashSlots |= node.owns();
          node.reset();
        });
  }

  private interface Effect {
    void on(SimulatedNode node);
  }

  private record Late(long atTick, SimulatedNode node, Effect effect) {}

  private void tell(ServerAddress server, String what, Effect effect) {
    String command = server.host() + " " + what;
    happening.around(command);
    SimulatedNode node = node(server.host());
    if (!node.alive || cutOff.contains(node.name)) {
      throw silent(server, what);
    }
    if (delayTicks > 0) {
      late.add(new Late(now + delayTicks, node, effect));
      delayTicks = 0;
      throw silent(server, what);
    }
    told.add(command);
    effect.on(node);
    happening.around(command);
    if (losesAnswer) {
      losesAnswer = false;
      throw silent(server, what);
    }
  }

  private static ClusterFailure silent(ServerAddress server, String what) {
    return new ClusterFailure(
        ClusterFailure.Kind.UNREACHABLE, server + " did not answer: " + what, "");
  }

  private static void refuse(boolean condition, String reason) {
    if (condition) {
      throw new ClusterFailure(ClusterFailure.Kind.REFUSED, reason, "");
    }
  }
}
