package io.amoeba.freshreads.proof.simulation;

import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Four seconds of one client and one shard with random faults, all drawn from one seed. */
final class FaultSchedule {

  private static final long MILLI = 1_000_000;
  private static final long NANOS = 4000 * MILLI;
  private static final int[] BOUNDS_MILLIS = {20, 100, 300, 1000};
  private static final int MOST_FAULTS = 6;

  private final EventLoop loop = new EventLoop();
  private final SplittableRandom random;
  private final SimulatedShard shard;
  private final SimulatedClient client;

  /** Of failovers and moves only one kind: a write that a failover loses could be a move. */
  private final boolean moves;

  private FaultSchedule(long seed, Mutant mutant, boolean anyFaults) {
    random = new SplittableRandom(seed);
    moves = random.nextBoolean();
    Duration bound = Duration.ofMillis(BOUNDS_MILLIS[random.nextInt(BOUNDS_MILLIS.length)]);
    shard = new SimulatedShard(loop, random.split());
    client = new SimulatedClient(loop, random.split(), shard, bound, mutant);
    int faults = anyFaults ? random.nextInt(MOST_FAULTS + 1) : 0;
    for (int i = 0; i < faults; i++) {
      loop.at(random.nextLong(NANOS), this::fault);
    }
  }

  /**
   * The result of one schedule.
   *
   * @param taken answers of replicas that the client took
   * @param refused answers of replicas that it did not take
   * @param violation null if the guarantee held
   */
  record Result(long taken, long refused, @Nullable String violation) {}

  static Result run(long seed, Mutant mutant) {
    return new FaultSchedule(seed, mutant, /* anyFaults= */ true).run();
  }

  /** All links are silent for some time, and the client's clock is set at its start. */
  static Result runSilence(long seed, Mutant mutant, Duration clockStep) {
    FaultSchedule schedule = new FaultSchedule(seed, mutant, /* anyFaults= */ false);
    schedule.loop.at(
        schedule.random.nextLong(500 * MILLI, 1500 * MILLI),
        () -> {
          schedule.shard.servers().forEach(server -> server.silenceLink(2000 * MILLI));
          schedule.client.stepClock(clockStep.toNanos());
        });
    return schedule.run();
  }

  private Result run() {
    loop.runUntil(NANOS);
    return new Result(client.taken(), client.refused(), client.violation());
  }

  private void fault() {
    SimulatedServer server = shard.servers().get(random.nextInt(3));
    long nanos = random.nextLong(20 * MILLI, 1500 * MILLI);
    switch (random.nextInt(11)) {
      case 0 -> server.stall(nanos);
      case 1 -> server.silenceLink(nanos);
      case 2 -> server.slowLink(nanos, random.nextLong(600 * MILLI));
      case 3 -> shard.resynchronise(server, nanos / 2, random.nextBoolean());
      case 4 -> shard.restart(server, random.nextLong(1000 * MILLI), nanos / 4);
      case 5 -> client.reset(server);
      case 6 -> client.pause(nanos);
      case 7 -> client.delayCallbacks(nanos, random.nextLong(500 * MILLI));
      case 8 -> client.stepClock(random.nextLong(-2000 * MILLI, 2000 * MILLI));
      case 9 -> failOverOrMoveKey();
      default -> failOverOrMoveHeartbeat();
    }
  }

  private void failOverOrMoveKey() {
    if (moves) {
      shard.moveKey(random.nextInt(Dataset.KEYS));
    } else {
      shard.failOver(/* hangs= */ true);
    }
  }

  private void failOverOrMoveHeartbeat() {
    if (moves) {
      shard.moveHeartbeat();
    } else {
      shard.failOver(/* hangs= */ false);
    }
  }
}
