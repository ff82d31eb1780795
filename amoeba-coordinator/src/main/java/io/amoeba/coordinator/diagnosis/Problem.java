package io.amoeba.coordinator.diagnosis;

import java.util.Objects;

/**
 * Something that is wrong or missing, as a value: what API, page, journal, log and metrics tell of
 * it. Programs compare the code; only people read the text. Contains no secret. Immutable.
 *
 * @param code stable name in upper case, for example {@code REDIS_UNREACHABLE}
 * @param subject the server, operator, job or setting concerned; empty if it is the whole
 * @param text what was seen, without the remedy
 * @param remedy what an operator can do about it; empty if nothing
 */
public record Problem(String code, Severity severity, String subject, String text, String remedy) {

  /** How much a problem matters. */
  public enum Severity {
    /** For information. */
    NOTE,
    /** The cluster is not as it should be, but works. */
    WARNING,
    /** A plan cannot start or continue. */
    ERROR,
    /** A service is down or data are in danger: somebody must act now. */
    ALARM
  }

  /**
   * Checks the code.
   *
   * @throws IllegalArgumentException if the code has other characters than A to Z, 0 to 9 and _
   */
  public Problem {
    Objects.requireNonNull(severity);
    if (!code.matches("[A-Z][A-Z0-9_]*")) {
      throw new IllegalArgumentException("'" + code + "' is no code of a problem");
    }
  }

  /** An error without a subject. */
  public static Problem error(String code, String text, String remedy) {
    return new Problem(code, Severity.ERROR, "", text, remedy);
  }

  /** Text and remedy, as logs and terminals show them. */
  public String message() {
    return remedy.isEmpty() ? text : text + "; " + remedy;
  }
}
