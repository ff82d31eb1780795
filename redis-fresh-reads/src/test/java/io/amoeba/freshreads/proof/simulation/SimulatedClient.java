package io.amoeba.freshreads.proof.simulation;

import io.amoeba.freshreads.proof.AbsentAnswer;
import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.proof.OffsetMarks;
import io.amoeba.freshreads.proof.ReplicaProof;
import io.amoeba.freshreads.proof.StalenessBound;
import io.amoeba.freshreads.proof.StreamPosition;
import io.amoeba.freshreads.proof.simulation.Dataset.Write;
import io.amoeba.freshreads.proof.simulation.Evidence.Shown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A process that writes heartbeats, probes replicas, reads from them, and judges each answer by the
 * library's proof and bound. Every answer that it takes is compared with the truth.
 */
final class SimulatedClient {

  private static final long MILLI = 1_000_000;

  private final EventLoop loop;
  private final SplittableRandom random;
  private final SimulatedShard shard;
  private final Mutant mutant;
  private final StalenessBound bound;
  private final Heartbeat heartbeat = new Heartbeat("client");
  private final AbsentAnswer absentAnswer = new AbsentAnswer(one -> false);
  private final OffsetMarks marks = new OffsetMarks();
  private final NavigableMap<Long, Long> reached = new TreeMap<>();
  private final List<SimulatedConnection> replicas = new ArrayList<>();
  private SimulatedConnection primary;
  private long pausedUntil;
  private long callbackNanos;
  private long clockStep;

  /** The value and the moment after the acknowledgement of the own latest write. */
  private long ownWrite = Dataset.NIL;

  private long ownMark = ReplicaProof.NONE;
  private long taken;
  private long refused;
  private @Nullable String violation;

  SimulatedClient(
      EventLoop loop,
      SplittableRandom random,
      SimulatedShard shard,
      Duration bound,
      Mutant mutant) {
    this.loop = loop;
    this.random = random;
    this.shard = shard;
    this.mutant = mutant;
    this.bound = StalenessBound.of(bound);
    this.primary = connect(shard.servers().get(0), null);
    connectReplicas(shard.servers().get(0));
    shard.onNewTopology(next -> run(() -> follow(next)));
    loop.after(MILLI, this::beat);
    loop.after(MILLI, this::readSome);
    shard.servers().forEach(server -> server.onRestart(() -> reconnect(server)));
  }

  long taken() {
    return taken;
  }

  long refused() {
    return refused;
  }

  /** The first answer that contradicts the guarantee. */
  @Nullable String violation() {
    return violation;
  }

  void pause(long nanos) {
    pausedUntil = Math.max(pausedUntil, loop.now() + nanos);
  }

  /** Callbacks run this much later than their answers are decoded, as on a busy thread. */
  void delayCallbacks(long nanos, long delayNanos) {
    callbackNanos = delayNanos;
    loop.after(nanos, () -> callbackNanos = 0);
  }

  void stepClock(long nanos) {
    clockStep += nanos;
  }

  void reset(SimulatedServer server) {
    reconnect(server);
  }

  private long clock() {
    return mutant == Mutant.WALL_CLOCK ? loop.now() + clockStep : loop.now();
  }

  /** The client's own code waits while its process is paused, and keeps its order. */
  private void run(Runnable step) {
    if (loop.now() < pausedUntil) {
      loop.at(pausedUntil, () -> run(step));
    } else {
      step.run();
    }
  }

  private SimulatedConnection connect(SimulatedServer server, @Nullable Evidence kept) {
    return new SimulatedConnection(loop, random, server, kept == null ? newEvidence() : kept);
  }

  private Evidence newEvidence() {
    return switch (mutant) {
      case OFFSETS_WITHOUT_REPLID -> new Evidence.ByNumber(reached, /* counter= */ false);
      case SHARED_COUNTER -> new Evidence.ByNumber(reached, /* counter= */ true);
      default -> new Evidence.Proven(heartbeat, marks);
    };
  }

  private void connectReplicas(SimulatedServer ofPrimary) {
    for (SimulatedServer server : shard.servers()) {
      if (server != ofPrimary) {
        replicas.add(connect(server, null));
      }
    }
  }

  private void follow(SimulatedServer next) {
    primary.end();
    replicas.forEach(SimulatedConnection::end);
    replicas.clear();
    primary = connect(next, null);
    connectReplicas(next);
  }

  private void reconnect(SimulatedServer server) {
    for (SimulatedConnection former : List.copyOf(replicas)) {
      if (former.server() == server) {
        former.end();
        replicas.remove(former);
        boolean keep =
            mutant == Mutant.PROOF_KEPT_OVER_RECONNECT
                || mutant == Mutant.OFFSETS_KEPT_OVER_RECONNECT;
        SimulatedServer primaryThen = primary.server();
        loop.after(
            random.nextLong(20 * MILLI),
            () -> {
              if (primary.server() == primaryThen) {
                replicas.add(connect(server, keep ? former.evidence() : null));
              }
            });
      }
    }
  }

  private void beat() {
    run(
        () -> {
          loop.after(bound.maxAgeNanos() / 4, this::beat);
          long stamp = clock();
          if (mutant.asksForPositions()) {
            primary.ask(this::position, position -> marked(position, stamp));
            return;
          }
          primary.ask(server -> beaten(server, stamp), number -> acknowledged(number, stamp));
        });
  }

  /** At the primary: its position, or null while it is not in office. */
  private @Nullable StreamPosition position(SimulatedServer server) {
    boolean answers = server.takesWrites() || mutant == Mutant.OFFSETS_OF_A_DEPOSED_PRIMARY;
    return answers ? StreamPosition.ofPrimary(server.info()) : null;
  }

  private void marked(@Nullable StreamPosition position, long stamp) {
    run(
        () -> {
          if (position != null) {
            boolean late = mutant == Mutant.OFFSETS_STAMPED_AT_THE_ANSWER;
            marks.mark(position, late ? clock() : stamp);
            replicas.forEach(this::probe);
          }
        });
  }

  /** At the primary: the number that the heartbeat has reached, or null for an error. */
  private @Nullable Long beaten(SimulatedServer server, long stamp) {
    if (mutant == Mutant.OFFSETS_WITHOUT_REPLID) {
      return server.data().offset();
    }
    if (!server.takesWrites()) {
      return null;
    }
    if (mutant == Mutant.SHARED_COUNTER) {
      server.execute(Write.count());
      return server.data().counter();
    }
    Write write = Write.heartbeat(heartbeat.value(stamp));
    if (!server.knowsMoved(SimulatedServer.HEARTBEAT_SLOT)) {
      server.execute(write);
      return stamp;
    }
    if (mutant == Mutant.HEARTBEAT_BY_REDIRECT) {
      shard.otherShard().execute(write);
      return stamp;
    }
    return null;
  }

  private void acknowledged(@Nullable Long number, long stamp) {
    run(
        () -> {
          if (number != null) {
            reached.merge(number, stamp, Math::max);
            replicas.forEach(this::probe);
          }
        });
  }

  private void probe(SimulatedConnection connection) {
    connection.ask(
        this::probed,
        shown ->
            run(
                () -> {
                  if (shown == null) {
                    connection.evidence().refused();
                  } else {
                    connection.evidence().shown(shown, clock());
                  }
                }));
  }

  private @Nullable Shown probed(SimulatedServer server) {
    boolean moved = server.knowsMoved(SimulatedServer.HEARTBEAT_SLOT);
    if (mutant.asksForPositions()) {
      boolean any = mutant == Mutant.OFFSETS_NOT_REACHED;
      return new Shown(server.data(), null, any ? server.info(Long.MAX_VALUE) : server.info());
    }
    if (server.isLoading() || (moved && mutant != Mutant.HEARTBEAT_BY_REDIRECT)) {
      return null;
    }
    SimulatedServer answering = moved ? shard.otherShard() : server;
    return new Shown(server.data().copy(), answering.data().heartbeat(), "");
  }

  private void readSome() {
    run(
        () -> {
          loop.after(random.nextLong(MILLI, 8 * MILLI), this::readSome);
          if (random.nextInt(20) == 0) {
            writeOwn();
          }
          if (!replicas.isEmpty()) {
            read(replicas.get(random.nextInt(replicas.size())), random.nextInt(Dataset.KEYS));
          }
        });
  }

  /** The client's own write to key 0, which an application awaits before it reads. */
  private void writeOwn() {
    primary.ask(
        server -> server.takesWrites() ? shard.writeFor(server, 0) : null,
        value ->
            run(
                () -> {
                  if (value != null && value > ownWrite) {
                    ownWrite = value;
                    ownMark = clock();
                  }
                }));
  }

  private void read(SimulatedConnection connection, int key) {
    boolean afterOwn = key == 0 && ownMark != ReplicaProof.NONE && random.nextInt(4) == 0;
    StalenessBound required =
        afterOwn && mutant != Mutant.MARK_IGNORED ? bound.after(ownMark) : bound;
    long expected = afterOwn ? ownWrite : Dataset.NIL;
    long proven = connection.evidence().provenNanos();
    long sentNanos = clock();
    if (admits(required, proven, sentNanos)) {
      connection.ask(
          server -> server.isLoading() || server.knowsMoved(key) ? null : server.data().value(key),
          value ->
              loop.after(
                  callbackNanos,
                  () ->
                      run(
                          () ->
                              judge(
                                  connection, key, value, required, proven, sentNanos, expected))));
    }
  }

  private boolean admits(StalenessBound required, long proven, long nowNanos) {
    return mutant == Mutant.NO_EVIDENCE || required.admits(proven, nowNanos);
  }

  private void judge(
      SimulatedConnection connection,
      int key,
      @Nullable Long value,
      StalenessBound required,
      long proven,
      long sentNanos,
      long expected) {
    long judged = mutant == Mutant.NEWEST_PROOF ? connection.evidence().provenNanos() : proven;
    long at = mutant == Mutant.AGE_AT_SENDING ? sentNanos : clock();
    Long present = value == null || value == Dataset.NIL ? null : value;
    boolean absent = mutant != Mutant.NIL_TAKEN && absentAnswer.matches("GET", present);
    if (value == null || absent || !admits(required, judged, at)) {
      refused++;
      return;
    }
    taken++;
    long needed = shard.latestWrite(key, loop.now() - bound.maxAgeNanos());
    if (shard.survives(0, expected)) {
      needed = Math.max(needed, expected);
    }
    if (value < needed && violation == null) {
      violation =
          "At %d ns key %d: %d instead of %d, %.1f ms over the bound"
              .formatted(loop.now(), key, value, needed, (needed - value) / 1e6);
    }
  }
}
