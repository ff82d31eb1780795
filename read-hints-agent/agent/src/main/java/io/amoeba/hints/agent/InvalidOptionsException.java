package io.amoeba.hints.agent;

import java.util.List;

/** Everything that is wrong with the options, one line each. */
final class InvalidOptionsException extends Exception {

  private static final long serialVersionUID = 1L;

  InvalidOptionsException(List<String> errors) {
    super(
        "Read hints are off until these options are corrected; Cassandra starts without them:\n  "
            + String.join("\n  ", errors));
  }
}
