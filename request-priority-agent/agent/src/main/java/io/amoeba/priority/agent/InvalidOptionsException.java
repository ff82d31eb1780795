package io.amoeba.priority.agent;

import java.util.List;

/** Everything that is wrong with the options, one line each. */
final class InvalidOptionsException extends Exception {

  private static final long serialVersionUID = 1L;

  InvalidOptionsException(List<String> errors) {
    super(
        "Request priority is off until these options are corrected; Cassandra starts without it:\n  "
            + String.join("\n  ", errors));
  }
}
