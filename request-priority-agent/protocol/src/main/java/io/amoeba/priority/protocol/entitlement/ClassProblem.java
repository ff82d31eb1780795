package io.amoeba.priority.protocol.entitlement;

/**
 * Why a request was not given the class that was asked for. Immutable.
 *
 * @param source where the client asked: in the request or for its connection
 * @param message for the client: names key, value and remedy, in printable ASCII but for the name
 *     of the role, which is the operator's
 */
public record ClassProblem(Kind kind, ClassSource source, String message) {

  /** What is wrong. */
  public enum Kind {
    /** The value is no class: the request is served, and the client warned. */
    MALFORMED,
    /** The user lacks a role: the request is served in another class, and the client warned. */
    UNAUTHORISED,
    /** The same where the node refuses instead: the request is answered with an error. */
    REFUSED
  }
}
