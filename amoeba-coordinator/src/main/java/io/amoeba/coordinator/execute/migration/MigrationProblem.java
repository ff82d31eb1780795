package io.amoeba.coordinator.execute.migration;

import java.time.Duration;
import java.util.List;

/** A step of a migration could not be done; the message has the remedy. */
public final class MigrationProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What can be done about it. */
  public enum Kind {
    /** A server is busy, for example loading: later it may do what it was told. */
    NOT_YET,
    /** A server answered with an error. */
    REFUSED,
    /** A server did not answer; whether it did what it was told is unknown. */
    UNREACHABLE,
    /** Somebody else has changed what the migration relies on. */
    CHANGED,
    /** It took longer than it may. */
    TOO_LONG,
    /** The migrator's process ends. */
    LEFT
  }

  private final Kind kind;

  /** A problem. */
  public MigrationProblem(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** A step took longer than it may. */
  static MigrationProblem tooLong(
      OpenMigration open, Duration limit, List<String> missing, String remedy) {
    return new MigrationProblem(
        Kind.TOO_LONG,
        "in phase %s, %s took longer than %d ms: %s; %s"
            .formatted(
                open.phase(), open.text(), limit.toMillis(), String.join("; ", missing), remedy));
  }

  /** What can be done about it. */
  public Kind kind() {
    return kind;
  }

  /** What is wrong and what to do. */
  String text() {
    return String.valueOf(getMessage());
  }
}
