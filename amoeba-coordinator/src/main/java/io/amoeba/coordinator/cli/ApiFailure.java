package io.amoeba.coordinator.cli;

import java.net.http.HttpRequest;

/** A coordinator that did not answer, or refused; the message says why and what to do. */
final class ApiFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is known of the request. */
  enum Kind {
    /** It did not reach a coordinator that leads. */
    NOT_ASKED,
    /** It may have been carried out. */
    NO_ANSWER,
    /** It was not carried out, and no coordinator would. */
    REFUSED
  }

  private final Kind kind;

  ApiFailure(String message) {
    this(Kind.REFUSED, message);
  }

  ApiFailure(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Whether the same may be asked of another coordinator. */
  boolean mayAskAnother(HttpRequest request) {
    return switch (kind) {
      case NOT_ASKED -> true;
      case NO_ANSWER -> request.method().equals("GET");
      case REFUSED -> false;
    };
  }
}
