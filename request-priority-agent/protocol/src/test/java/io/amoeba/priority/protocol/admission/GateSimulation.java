package io.amoeba.priority.protocol.admission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One random schedule of arrivals, ends and time, and a model that checks each step. */
final class GateSimulation implements AdmittedRequests<GateSimulation.Request> {

  private static final int STEPS = 400;
  private static final int HELD_REQUESTS = 12;
  private static final long HELD_BYTES = 1_000;
  private static final long AGE_MILLIS = 1_000;
  private static final int OPEN_LIMIT = 6;
  private static final long QUIET_MILLIS = 50;
  private static final long UNBOUNDED = Long.MAX_VALUE / 2;

  static final class Request {
    private final long bytes;
    private final long arrivedMillis;
    private boolean refused;
    private boolean lost;
    private int outcomes;

    Request(long bytes, long arrivedMillis) {
      this.bytes = bytes;
      this.arrivedMillis = arrivedMillis;
    }
  }

  private record Run(Admission admission, long sinceMillis) {}

  private record High(int begun, long sinceMillis) {}

  private final Random random;
  private final GateMutant mutant;
  private final AdmissionGate<Request> gate;
  private final HighActivity activity;
  private final int activation;

  private final List<Request> all = new ArrayList<>();
  private final Deque<Request> held = new ArrayDeque<>();
  private final List<Run> running = new ArrayList<>();
  private final List<Run> ended = new ArrayList<>();
  private final List<High> high = new ArrayList<>();
  private long nowMillis;
  private long lastTickMillis;
  private long lastActiveMillis = -1_000_000;
  private long lastBeyondLimitMillis = -1_000_000;
  private long lastPerhapsBeyondLimitMillis = -1_000_000;
  private int limit = OPEN_LIMIT;
  private boolean open;
  private int released;
  private int shed;
  private @Nullable Request arriving;
  private @Nullable Runnable exchanged;
  private @Nullable GateViolation violation;

  GateSimulation(long seed, GateMutant mutant) {
    this.random = new Random(seed);
    this.mutant = mutant;
    this.activation = 1 + random.nextInt(2);
    this.activity = new HighActivity(activation, QUIET_MILLIS, 0);
    this.gate =
        new AdmissionGate<>(
            this,
            mutant == GateMutant.ACTIVITY_UNSEEN
                ? new HighActivity(activation, QUIET_MILLIS, 0)
                : activity,
            new GateBounds(heldRequests(), heldBytes(), ageMillis()),
            OPEN_LIMIT,
            0);
  }

  private int heldRequests() {
    return switch (mutant) {
      case UNBOUNDED_REQUESTS -> Integer.MAX_VALUE;
      case NO_ROOM -> HELD_REQUESTS / 2;
      default -> HELD_REQUESTS;
    };
  }

  private long heldBytes() {
    return mutant == GateMutant.UNBOUNDED_BYTES ? UNBOUNDED : HELD_BYTES;
  }

  private long ageMillis() {
    return switch (mutant) {
      case NO_AGEING -> TimeUnit.DAYS.toMillis(1);
      case EARLY_AGEING, EARLY_SHEDDING -> AGE_MILLIS / 10;
      default -> AGE_MILLIS;
    };
  }

  /** The first violation; null: none. */
  @Nullable GateViolation run() {
    for (int step = 0; step < STEPS && violation == null; step++) {
      step();
    }
    open = true;
    gate.setOpen(true, now());
    held.forEach(request -> note(GateViolation.STUCK));
    all.stream()
        .filter(request -> request.outcomes == 0)
        .forEach(request -> note(GateViolation.LOST));
    return violation;
  }

  /** Requests that were held and run. */
  int released() {
    return released;
  }

  int shed() {
    return shed;
  }

  private void step() {
    // Older ones may be forgotten, at a moment that the model does not know.
    while (!high.isEmpty() && nowMillis - high.get(0).sinceMillis() > 50_000) {
      endHigh(0);
    }
    int kind = random.nextInt(100);
    if (kind < 40) {
      arrive();
    } else if (kind < 66) {
      end();
    } else if (kind < 71) {
      high.add(new High(activity.begin(now()), nowMillis));
    } else if (kind < 79) {
      if (!high.isEmpty()) {
        endHigh(random.nextInt(high.size()));
      }
    } else if (kind < 89) {
      nowMillis += random.nextInt(10) == 0 ? random.nextInt(7_000) : random.nextInt(30);
    } else if (kind < 96) {
      tick();
    } else if (kind < 99) {
      limit = 1 + random.nextInt(OPEN_LIMIT + 2);
      if (mutant != GateMutant.LIMIT_IGNORED) {
        gate.setLimit(limit);
      }
    } else {
      open = !open;
      gate.setOpen(open, now());
      checkProgress();
    }
  }

  private void arrive() {
    Request request = new Request(1 + random.nextInt(200), nowMillis);
    all.add(request);
    arriving = request;
    gate.arrive(request, request.bytes, now());
    arriving = null;
    if (request.outcomes == 0 && !request.lost) {
      held.add(request);
    }
    checkProgress();
  }

  private void end() {
    if (!ended.isEmpty() && random.nextInt(10) == 0) {
      // Reported twice, or after it was forgotten.
      gate.end(ended.get(random.nextInt(ended.size())).admission(), now());
    }
    if (!running.isEmpty()) {
      Run run = running.remove(random.nextInt(running.size()));
      ended.add(run);
      if (mutant != GateMutant.ENDS_UNREPORTED || random.nextBoolean()) {
        gate.end(run.admission(), now());
      }
      checkProgress();
    }
  }

  private void endHigh(int index) {
    if (high.size() >= activation) {
      lastActiveMillis = nowMillis;
    }
    High ending = high.remove(index);
    if (mutant != GateMutant.ALWAYS_ACTIVE) {
      activity.end(ending.begun(), now());
    }
  }

  private void tick() {
    lastTickMillis = nowMillis;
    if (mutant != GateMutant.NO_TICKS) {
      gate.tick(now());
    }
    checkProgress();
    Request oldest = held.peek();
    if (oldest != null) {
      long age = nowMillis - oldest.arrivedMillis;
      if (age > AGE_MILLIS * GateBounds.SHED_AGES
          || (age > AGE_MILLIS && isRested(lastPerhapsBeyondLimitMillis))) {
        note(GateViolation.AGE);
      }
    }
  }

  @Override
  public void run(Request request, Admission admission) {
    if (mutant == GateMutant.OUT_OF_ORDER && request != arriving) {
      exchange(request, admission);
    } else {
      runs(request, admission);
    }
    if (mutant == GateMutant.RUN_TWICE && random.nextInt(20) == 0) {
      runs(request, admission);
    }
  }

  private void exchange(Request request, Admission admission) {
    Runnable first = exchanged;
    if (first == null && held.size() > 1) {
      exchanged = () -> runs(request, admission);
    } else {
      runs(request, admission);
      exchanged = null;
      if (first != null) {
        first.run();
      }
    }
  }

  private void runs(Request request, Admission admission) {
    if (mutant == GateMutant.RUN_LOST && random.nextInt(50) == 0) {
      request.lost = true;
      held.remove(request);
      return;
    }
    leaves(request);
    checkLimit(request);
    if (random.nextInt(30) == 0) {
      request.refused = true;
      request.outcomes--;
      throw new IllegalStateException("refused");
    }
    Run run = new Run(admission, nowMillis);
    running.add(run);
    if (random.nextInt(10) == 0) {
      running.remove(run);
      ended.add(run);
      gate.end(admission, now());
    }
  }

  private void leaves(Request request) {
    if (++request.outcomes > 1) {
      note(GateViolation.TWICE);
    }
    boolean first = request == arriving ? held.isEmpty() || runsUnheld(request) : isOldest(request);
    if (!first) {
      note(GateViolation.ORDER);
    }
    if (held.remove(request)) {
      released++;
    }
  }

  private boolean isOldest(Request request) {
    return held.peek() == request;
  }

  /** As high requests are quiet, a request that cannot be held is not shed either. */
  private boolean runsUnheld(Request request) {
    return request == arriving && !isActive() && isFull(request);
  }

  private void checkLimit(Request request) {
    int allowed = allowed(request == arriving && held.isEmpty());
    // Those that are older may be forgotten already.
    long counted =
        running.stream()
            .filter(run -> nowMillis - run.sinceMillis() < AdmissionGate.FORGOTTEN_AFTER_MILLIS)
            .count();
    boolean aged = nowMillis - request.arrivedMillis > AGE_MILLIS;
    if (aged) {
      lastPerhapsBeyondLimitMillis = nowMillis;
    }
    if (counted < allowed || runsUnheld(request)) {
      return;
    }
    if (!aged || !isRested(lastBeyondLimitMillis)) {
      note(GateViolation.LIMIT);
    }
    lastBeyondLimitMillis = nowMillis;
  }

  private boolean isRested(long lastMillis) {
    return nowMillis - lastMillis >= 1_000 / GateBounds.AGED_PER_SECOND;
  }

  private int allowed(boolean nothingHeld) {
    if (open || (!isActive() && nothingHeld)) {
      return Integer.MAX_VALUE;
    }
    return isActive() ? limit : Math.max(limit, OPEN_LIMIT);
  }

  private boolean isActive() {
    return high.size() >= activation || nowMillis - lastActiveMillis < QUIET_MILLIS;
  }

  private boolean isFull(Request request) {
    long bytes = held.stream().mapToLong(other -> other.bytes).sum();
    return held.size() >= HELD_REQUESTS || bytes + request.bytes > HELD_BYTES;
  }

  @Override
  public void shed(Request request) {
    shed++;
    if (++request.outcomes > 1) {
      note(GateViolation.TWICE);
    }
    long age = nowMillis - request.arrivedMillis;
    boolean newestWithoutRoom = request == arriving && !open && isActive() && isFull(request);
    if (!request.refused && !newestWithoutRoom && age <= AGE_MILLIS * GateBounds.SHED_AGES) {
      note(GateViolation.SHED);
    }
    held.remove(request);
    if (random.nextInt(10) == 0) {
      throw new IllegalStateException("not answered");
    }
  }

  private void checkProgress() {
    long bytes = held.stream().mapToLong(request -> request.bytes).sum();
    if (held.size() > HELD_REQUESTS || bytes > HELD_BYTES) {
      note(GateViolation.BOUNDS);
    }
    if (held.size() != gate.held() || bytes != gate.heldBytes()) {
      note(GateViolation.COUNTS);
    }
    // Those that are older have been forgotten for sure.
    long since = lastTickMillis - AdmissionGate.FORGOTTEN_AFTER_MILLIS * 5 / 4;
    long counted = running.stream().filter(run -> run.sinceMillis() > since).count();
    if (!held.isEmpty() && counted < allowed(false)) {
      note(GateViolation.STUCK);
    }
  }

  private void note(GateViolation what) {
    if (violation == null) {
      violation = what;
    }
  }

  private long now() {
    return TimeUnit.MILLISECONDS.toNanos(nowMillis);
  }
}
