package io.amoeba.coordinator.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Coordinators that do one small thing at a time, in an order and at times drawn at random: each
 * may be paused between any two of them, for longer than a lease, or be killed and started again.
 * In some of the pauses the whole machine is suspended, and its clock with it.
 */
final class LeaseWorld {

  /** A rule that a mutant does not follow. */
  enum Omission {
    /** A new leader does not end the connections of the one before. */
    FENCE,
    /** A new connection is used at once. */
    CONFIRMATION,
    /** An order is said to be kept without any look after it was written. */
    SECOND_LOOK,
    /** An order is said to be kept after a look at the clock alone. */
    SECOND_LOOK_AT_TERMS,
    /** A command that nobody can end is given after a look at the clock alone. */
    COMMAND_AFTER_TERMS,
    /** What the leader before left is read before its connections end. */
    FENCE_FIRST
  }

  private static final int COORDINATORS = 3;
  private static final int STEPS = 400;
  private static final long LENGTH_MILLIS = 1_000;
  private static final double PAUSED = 0.02;
  private static final double KILLED = 0.004;
  private static final double SUSPENDED = 0.5; // of the pauses

  private final Random random;
  private final Set<Omission> omissions;
  private final SharedTerms terms = new SharedTerms();
  private final List<Coordinator> coordinators = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();

  /** Connections to the store by the term that they act for. */
  private final Map<Long, Integer> openConnections = new HashMap<>();

  /** What each term's leader has kept. */
  private final Map<Long, Set<Integer>> kept = new HashMap<>();

  private long nowMicros = 1_000_000;
  private long fencedBefore;
  private long begun;
  private int acts;
  private int commands;
  private int orders;

  LeaseWorld(long seed, Set<Omission> omissions) {
    this.random = new Random(seed);
    this.omissions = omissions;
    for (int i = 0; i < COORDINATORS; i++) {
      coordinators.add(new Coordinator(0.9 + 0.2 * random.nextDouble()));
    }
  }

  void run() {
    for (int i = 0; i < STEPS; i++) {
      nowMicros += random.nextInt((int) (LENGTH_MILLIS * 1_000 / 20));
      Coordinator coordinator = coordinators.get(random.nextInt(COORDINATORS));
      if (coordinator.pausedUntilMicros > nowMicros) {
        continue;
      }
      double fate = random.nextDouble();
      if (fate < KILLED) {
        coordinator.startAgain();
      } else if (fate < PAUSED) {
        coordinator.pause(random.nextInt((int) (4 * LENGTH_MILLIS * 1_000)));
      } else {
        coordinator.doSomething();
      }
    }
  }

  List<String> violations() {
    return violations;
  }

  long terms() {
    return terms.newest().map(Claim::term).orElse(0L);
  }

  int acts() {
    return acts;
  }

  int commands() {
    return commands;
  }

  /** What a leader does next. */
  private enum Next {
    FENCE,
    INHERIT,
    REST,
    WRITE,
    PROMISE,
    COMMAND,
    CONNECT,
    CONFIRM,
    SEND
  }

  private final class Coordinator {
    private final double rate;
    private Lease lease;
    private Next next = Next.FENCE;
    private int connection;
    private long connectionTerm;
    private int order;
    private long pausedUntilMicros;
    private long suspendedMicros;

    Coordinator(double rate) {
      this.rate = rate;
      this.lease = newLease();
      begin();
    }

    private void begin() {
      next = omissions.contains(Omission.FENCE_FIRST) ? Next.INHERIT : Next.FENCE;
    }

    private Lease newLease() {
      return new Lease(
          terms,
          "x" + random.nextInt(),
          () -> "",
          Duration.ofMillis(LENGTH_MILLIS),
          () -> Math.round((nowMicros - suspendedMicros) * 1_000 * rate));
    }

    /** A suspended machine's monotonic clock stands still, as Linux's does. */
    void pause(long micros) {
      pausedUntilMicros = nowMicros + micros;
      if (random.nextDouble() < SUSPENDED) {
        suspendedMicros += micros;
      }
    }

    /** A killed process's connections end with it. */
    void startAgain() {
      closeConnection();
      lease = newLease();
      begin();
    }

    void doSomething() {
      if (random.nextInt(3) == 0) {
        if (lease.step() == Lease.Standing.LOST) {
          startAgain();
        }
        return;
      }
      if (lease.term() == 0) {
        return;
      }
      try {
        work();
      } catch (NotLeading e) {
        startAgain();
      }
    }

    private void work() {
      switch (next) {
        case FENCE -> {
          lease.require();
          fence();
          next = omissions.contains(Omission.FENCE_FIRST) ? Next.REST : Next.INHERIT;
        }
        case INHERIT -> {
          lease.require();
          inherit();
          next = omissions.contains(Omission.FENCE_FIRST) ? Next.FENCE : Next.REST;
        }
        case REST -> {
          lease.require();
          order = ++orders;
          next = Next.WRITE;
        }
        case WRITE -> {
          kept.computeIfAbsent(lease.term(), term -> new HashSet<>()).add(order);
          next = afterWrite();
        }
        case PROMISE -> {
          if (omissions.contains(Omission.SECOND_LOOK_AT_TERMS)) {
            lease.require();
          } else if (!omissions.contains(Omission.SECOND_LOOK)) {
            lease.confirm();
          }
          promise();
          next = Next.REST;
        }
        case COMMAND -> {
          if (omissions.contains(Omission.COMMAND_AFTER_TERMS)) {
            lease.require();
          } else {
            lease.confirm();
          }
          command();
          next = Next.REST;
        }
        case CONNECT -> {
          connect();
          next = omissions.contains(Omission.CONFIRMATION) ? Next.SEND : Next.CONFIRM;
        }
        case CONFIRM -> {
          lease.confirm();
          next = Next.SEND;
        }
        case SEND -> {
          if (isConnected()) {
            act();
          }
          next = Next.REST;
        }
      }
    }

    private Next afterWrite() {
      return switch (random.nextInt(3)) {
        case 0 -> Next.PROMISE;
        case 1 -> Next.COMMAND;
        default -> isConnected() ? Next.SEND : Next.CONNECT;
      };
    }

    private void fence() {
      fencedBefore = Math.max(fencedBefore, lease.term());
      if (!omissions.contains(Omission.FENCE)) {
        openConnections.keySet().removeIf(term -> term < lease.term());
      }
    }

    private void inherit() {
      Set<Integer> found =
          kept.entrySet().stream()
              .filter(entry -> entry.getKey() < lease.term())
              .max(Map.Entry.comparingByKey())
              .map(Map.Entry::getValue)
              .orElse(Set.of());
      begun = Math.max(begun, lease.term());
      kept.put(lease.term(), new HashSet<>(found));
    }

    private void connect() {
      connection++;
      connectionTerm = lease.term();
      openConnections.merge(connectionTerm, 1, Integer::sum);
    }

    private boolean isConnected() {
      return connection > 0 && openConnections.containsKey(connectionTerm);
    }

    private void closeConnection() {
      if (connection > 0) {
        openConnections.remove(connectionTerm);
      }
      connection = 0;
    }

    private void act() {
      acts++;
      if (connectionTerm < fencedBefore) {
        violations.add("term " + connectionTerm + " acts after term " + fencedBefore + " began to");
      }
      noteInLaterTerms("acts on");
    }

    /** Starts a server or changes a job: there is no connection that a new leader could end. */
    private void command() {
      commands++;
      if (lease.term() < begun) {
        violations.add("term " + lease.term() + " commands after term " + begun + " began");
      }
      noteInLaterTerms("commands");
    }

    private void promise() {
      noteInLaterTerms("promises");
    }

    /** What is begun or promised must be known to every leader that has read what it must know. */
    private void noteInLaterTerms(String what) {
      for (long later = lease.term() + 1; later <= begun; later++) {
        if (!kept.getOrDefault(later, Set.of(order)).contains(order)) {
          violations.add(
              "term " + lease.term() + " " + what + " an order that term " + later + " lacks");
        }
      }
    }
  }
}
