package io.amoeba.coordinator.http;

import java.util.List;

/** A request that breaks a rule: every problem with its field, for the caller to read. */
final class BadRequest extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  BadRequest(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  BadRequest(String problem) {
    this(List.of(problem));
  }

  List<String> problems() {
    return problems;
  }
}
