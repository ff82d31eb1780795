package io.amoeba.coordinator.diagnosis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Something that is wrong or missing, as a value: what API, page, journal, log and metrics tell of
 * it. Programs compare the code; only people read the text. Contains no secret. Immutable.
 *
 * @param code stable name in upper case, for example {@code REDIS_UNREACHABLE}
 * @param subject the server, operator, job or setting concerned; empty if it is the whole
 * @param text what was seen of the subject, without the remedy
 * @param remedy what an operator can do about it, as sentences; empty if nothing
 */
public record Problem(String code, Severity severity, String subject, String text, String remedy) {

  /** How much a problem matters, from nothing to most. */
  public enum Severity {
    /** Nothing is wrong: only a check that passed has it. */
    OK,
    /** Could not be seen, so that nothing is claimed. */
    UNKNOWN,
    /** For information; or works, but another setting would be better. */
    NOTE,
    /** The cluster is not as it should be, but works. */
    WARNING,
    /** A plan cannot start or continue, or data are at risk. */
    ERROR,
    /** A service is down or data are in danger: somebody must act now. */
    ALARM;

    /** As API, tables and metrics write it. */
    @JsonValue
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
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

  /** An error of a subject. */
  public static Problem error(String code, String subject, String text, String remedy) {
    return new Problem(code, Severity.ERROR, subject, text, remedy);
  }

  /** A warning. */
  public static Problem warning(String code, String subject, String text, String remedy) {
    return new Problem(code, Severity.WARNING, subject, text, remedy);
  }

  /** Something worth knowing, such as what a configuration asks for. */
  public static Problem note(String code, String subject, String text, String remedy) {
    return new Problem(code, Severity.NOTE, subject, text, remedy);
  }

  /** Subject and text, as logs of decisions show them. */
  public String statement() {
    return finding().statement();
  }

  /** Subject, text and remedy, as logs and terminals show them. */
  public String message() {
    return finding().message();
  }

  private Finding finding() {
    return new Finding(
        code, severity, subject.isEmpty() ? List.of() : List.of(subject), text, remedy);
  }
}
