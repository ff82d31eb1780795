package io.amoeba.streaming.checks.history;

import java.util.Optional;

/** A rule that a history breaks. Immutable. */
public sealed interface Violation {
  /** One line for the report. */
  String describe();

  /** The acknowledged write that is lost, if this says so. */
  default Optional<Write> lostWrite() {
    return Optional.empty();
  }

  /** A final read missed an acknowledged write that it had to meet. */
  record LostWrite(Write write, Read read) implements Violation {
    @Override
    public Optional<Write> lostWrite() {
      return Optional.of(write);
    }

    @Override
    public String describe() {
      return "lost: %s is not in %s".formatted(write, read);
    }
  }

  /**
   * Fewer of the final replicas hold an acknowledged write than its level promises, so that some
   * quorum misses it.
   */
  record MissingCopies(Write write, long copies, int promised) implements Violation {
    @Override
    public Optional<Write> lostWrite() {
      return Optional.of(write);
    }

    @Override
    public String describe() {
      return "%d of %d promised copies: %s".formatted(copies, promised, write);
    }
  }

  /** A read missed a write that had been acknowledged before the read began. */
  record StaleRead(Write write, Read read) implements Violation {
    @Override
    public String describe() {
      return "stale: %s is not in %s".formatted(write, read);
    }
  }

  /** A read returned a version whose write had not started. */
  record Phantom(int version, Read read) implements Violation {
    @Override
    public String describe() {
      return "phantom: no write had started of version %d, which is in %s".formatted(version, read);
    }
  }

  /** The history does not hold what is needed to judge a key. */
  record Unchecked(String key, String missing) implements Violation {
    @Override
    public String describe() {
      return "not checked: %s has no %s".formatted(key, missing);
    }
  }
}
