package io.amoeba.freshreads.choice.simulation;

import io.amoeba.freshreads.link.HeartbeatPace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Client processes that read and write in closed loops at one primary and its replicas. A server
 * works off one request after the other and applies the primary's writes in between.
 */
final class Simulation {

  /*
   * Costs are the measured ratios of GET, SET, and a SET applied at a replica. A few requests cost
   * six times as much. Some answers are noticed late, as clients with a garbage collector and few
   * cores do: policies that compare means or minima fail here and on real servers alike.
   *
   * All clients are equally far from a node. So requests arrive in the order in which they are
   * sent, and one event for each suffices: the answer's time is known when the request is sent.
   */
  private static final long REPLICATION_NANOS = 50_000;
  private static final double DEAR = 0.02;
  private static final double DEAR_FACTOR = 6;
  private static final double CHEAP_FACTOR = (1 - DEAR * DEAR_FACTOR) / (1 - DEAR);
  private static final double LATE = 0.03;
  private static final long LATE_NANOS = 500_000;
  private static final double JITTER_NANOS = 20_000;
  private static final long LONGEST_TICK_NANOS = 10_000_000;

  private final Topology topology;
  private final EventQueue events = new EventQueue();
  private final SplittableRandom random;
  private final ReadPolicy[] policies;
  private final long[] oneWayNanos;
  private final double[] speed;
  private final boolean[] stale;
  private final long[] busyUntil;
  private final HeartbeatPace[] paces;
  private final long[] reads;
  private final long tickNanos;
  private final long[] beatSent;
  private final long[][] probeSent;
  private final long[][] provenNext;
  private final ClientThread[] threads;
  private final List<Outcome> outcomes = new ArrayList<>();
  private Phase phase = Phase.of(0, 0, 0);
  private Outcome outcome = new Outcome(0, 1);
  private long now;

  /** The policy of one process. */
  @FunctionalInterface
  interface Policy {
    ReadPolicy of(Topology topology, SplittableRandom random);
  }

  private static final class ClientThread {
    final int process;
    boolean parked = true;
    boolean reading;
    int node;
    long sentNanos;

    ClientThread(int process) {
      this.process = process;
    }
  }

  private Simulation(Topology topology, Policy policy, int maxThreads, long seed) {
    this.topology = topology;
    this.random = new SplittableRandom(seed);
    int nodes = topology.nodes().size();
    this.policies = new ReadPolicy[topology.processes()];
    Arrays.setAll(policies, process -> policy.of(topology, random.split()));
    this.busyUntil = new long[nodes];
    this.oneWayNanos = new long[nodes];
    this.speed = new double[nodes];
    this.stale = new boolean[nodes];
    for (int node = 0; node < nodes; node++) {
      oneWayNanos[node] = topology.nodes().get(node).oneWayNanos();
      speed[node] = topology.nodes().get(node).speed();
      stale[node] = topology.nodes().get(node).stale();
    }
    this.paces = new HeartbeatPace[policies.length];
    Arrays.setAll(paces, process -> topology.heartbeats().pace());
    this.reads = new long[policies.length];
    this.tickNanos = Math.min(topology.heartbeats().everyNanos() / 5, LONGEST_TICK_NANOS);
    this.beatSent = new long[policies.length];
    this.provenNext = new long[policies.length][nodes];
    this.probeSent = new long[policies.length][nodes];
    this.threads = new ClientThread[maxThreads];
    Arrays.setAll(threads, i -> new ClientThread(i % policies.length));
  }

  /** The outcome of each phase. */
  static List<Outcome> run(Topology topology, Policy policy, long seed, Phase... phases) {
    int maxThreads = Arrays.stream(phases).mapToInt(Phase::threads).max().orElseThrow();
    Simulation simulation = new Simulation(topology, policy, maxThreads, seed);
    simulation.startTimers();
    for (Phase each : phases) {
      simulation.run(each);
    }
    return simulation.outcomes;
  }

  private void startTimers() {
    for (int process = 0; process < policies.length; process++) {
      long start = random.nextLong(topology.heartbeats().everyNanos());
      events.add(start, EventQueue.TICK, process, 0);
    }
  }

  private void run(Phase next) {
    phase = next;
    outcome = new Outcome(now, next.nanos());
    outcomes.add(outcome);
    busyUntil[0] = Math.max(busyUntil[0], now) + next.stallNanos();
    long end = now + next.nanos();
    for (int i = 0; i < threads.length; i++) {
      if (threads[i].parked && i < next.threads()) {
        threads[i].parked = false;
        // Not all at the same time, as no clients start.
        events.add(now + random.nextLong(1_000_000), EventQueue.REQUEST, i, 0);
      }
    }
    while (events.nextNanos() < end) {
      now = events.nextNanos();
      handle(events.poll());
    }
    now = end;
  }

  private void handle(long event) {
    int id = EventQueue.id(event);
    int node = EventQueue.node(event);
    switch (EventQueue.kind(event)) {
      case EventQueue.REQUEST -> request(id);
      case EventQueue.ANSWER -> answer(id);
      case EventQueue.APPLY -> serve(node, id);
      case EventQueue.TICK -> tick(id);
      case EventQueue.ACKNOWLEDGED -> probe(id);
      case EventQueue.PROBED -> probed(id, node);
      default -> throw new IllegalStateException("event " + event);
    }
  }

  private void request(int id) {
    ClientThread thread = threads[id];
    thread.reading = random.nextDouble() >= phase.writes();
    thread.sentNanos = now;
    if (thread.reading) {
      ReadPolicy policy = policies[thread.process];
      thread.node = policy.choose(stale, now);
      policy.sent(thread.node, now);
      reads[thread.process]++;
      long done = serve(thread.node, topology.costs().readNanos());
      events.add(noticed(done, thread.node), EventQueue.ANSWER, id, 0);
    } else {
      events.add(noticed(write(topology.costs()), 0), EventQueue.ANSWER, id, 0);
    }
  }

  private void answer(int id) {
    ClientThread thread = threads[id];
    if (thread.reading) {
      long latency = now - thread.sentNanos;
      policies[thread.process].answered(thread.node, latency, now);
      outcome.read(thread.node > 0, latency, now);
    }
    if (id >= phase.threads()) {
      thread.parked = true;
    } else if (phase.thinkNanos() == 0) {
      request(id);
    } else {
      double think = -Math.log(1 - random.nextDouble()) * phase.thinkNanos();
      events.add(now + Math.round(think), EventQueue.REQUEST, id, 0);
    }
  }

  /** A heartbeat is written; all nodes are asked for it when the primary has acknowledged it. */
  private void tick(int process) {
    if (paces[process].isDue(now, reads[process], policies[process].heartbeatWantedNanos())) {
      beatSent[process] = now;
      events.add(noticed(write(Topology.GET_AND_SET), 0), EventQueue.ACKNOWLEDGED, process, 0);
    }
    policies[process].tick(stale, now);
    events.add(now + tickNanos, EventQueue.TICK, process, 0);
  }

  private void probe(int process) {
    for (int node = 0; node < busyUntil.length; node++) {
      if (probeSent[process][node] == 0) {
        probeSent[process][node] = now;
        provenNext[process][node] = beatSent[process];
        long done = serve(node, Topology.GET_AND_SET.readNanos());
        events.add(noticed(done, node), EventQueue.PROBED, process, node);
      }
    }
  }

  private void probed(int process, int node) {
    policies[process].probed(node, now - probeSent[process][node], now);
    policies[process].proven(node, provenNext[process][node]);
    probeSent[process][node] = 0;
  }

  private long write(Topology.Costs costs) {
    long done = serve(0, costs.writeNanos());
    for (int replica = 1; replica < busyUntil.length; replica++) {
      // As if a client had sent it: requests of clients arrive a way later than their events.
      long sent = Math.max(done + REPLICATION_NANOS - oneWayNanos[replica], now);
      events.add(sent, EventQueue.APPLY, (int) costs.appliedNanos(), replica);
    }
    return done;
  }

  /** When a request that is sent now will be done. */
  private long serve(int node, long costNanos) {
    long arrival = now + oneWayNanos[node];
    double cost = costNanos * (random.nextDouble() < DEAR ? DEAR_FACTOR : CHEAP_FACTOR);
    busyUntil[node] = Math.max(arrival, busyUntil[node]) + Math.round(cost / speed[node]);
    return busyUntil[node];
  }

  private long noticed(long doneNanos, int node) {
    long late = random.nextDouble() < LATE ? LATE_NANOS : 0;
    long jitter = Math.round(-Math.log(1 - random.nextDouble()) * JITTER_NANOS);
    return doneNanos + oneWayNanos[node] + late + jitter;
  }
}
