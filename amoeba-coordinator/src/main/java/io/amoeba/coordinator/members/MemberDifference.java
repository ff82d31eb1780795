package io.amoeba.coordinator.members;

import io.amoeba.coordinator.diagnosis.Problem;

/**
 * Something in which a server differs from the primaries that it joins. Has no secrets. Immutable.
 *
 * @param subject what is compared
 * @param text what differs there, without the server's address
 * @param remedy what to do about it, as a sentence
 */
public record MemberDifference(Effect effect, Subject subject, String text, String remedy) {

  /** What is compared. */
  public enum Subject {
    VERSION,
    MODULES,
    USERS,
    SETTINGS,
    LIBRARIES
  }

  /** What the difference does to jobs whose keys are on the server. */
  public enum Effect {
    /** It is not known whether there is one. */
    UNKNOWN,
    /** They work, but not as on the primaries: slower, or with other errors. */
    SURPRISES,
    /** Requests fail, or keys are lost. */
    BREAKS
  }

  /** The difference as a problem of a server. */
  public Problem of(String server) {
    return Problem.error("SERVER_DIFFERS", server, text, remedy);
  }
}
