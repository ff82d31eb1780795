package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.diagnosis.Problem;

/** A server did not do what it was told, or is not as a change needs it. */
public final class ClusterFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What can be done about it. */
  public enum Kind {
    /** A server is busy, for example loading: later it may do what it was told. */
    BUSY("SERVER_BUSY"),
    /** A server answered with an error. */
    REFUSED("COMMAND_REFUSED"),
    /** A server did not answer; whether it did what it was told is unknown. */
    UNREACHABLE("SERVER_UNREACHABLE"),
    /** The destination of hash slots has a key of the same name. */
    KEY_EXISTS("SLOT_MIGRATION_KEY_EXISTS"),
    /** Two primaries lost each other; some keys may be on both. Trying again may help. */
    TRANSFER("SLOT_MIGRATION_TRANSFER"),
    /** Another actor has changed what a change relies on. */
    CHANGED("CLUSTER_CHANGED"),
    /** It took longer than it may. */
    TOO_LONG("TIMED_OUT");

    private final String code;

    Kind(String code) {
      this.code = code;
    }
  }

  private final Kind kind;
  private final String text;
  private final String remedy;

  /** A failure whose text contains the remedy. */
  public ClusterFailure(Kind kind, String text) {
    this(kind, text, "");
  }

  /**
   * A failure.
   *
   * @param text what was seen, with the server concerned
   * @param remedy what an operator can do; empty: nothing
   */
  public ClusterFailure(Kind kind, String text, String remedy) {
    super(remedy.isEmpty() ? text : text + "; " + remedy);
    this.kind = kind;
    this.text = text;
    this.remedy = remedy;
  }

  /** What can be done about it. */
  public Kind kind() {
    return kind;
  }

  /** Whether a server answered, and did nothing. */
  public boolean isRefusal() {
    return kind == Kind.BUSY || kind == Kind.REFUSED;
  }

  /** Whether it may pass by itself, as servers start again and load. */
  public boolean isTransient() {
    return kind == Kind.BUSY || kind == Kind.UNREACHABLE;
  }

  /** As people and programs are told it. */
  public Problem problem() {
    return Problem.error(
        kind.code,
        text,
        remedy.isEmpty() ? "" : Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1));
  }
}
