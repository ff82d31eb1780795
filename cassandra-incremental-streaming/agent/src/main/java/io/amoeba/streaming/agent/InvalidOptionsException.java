package io.amoeba.streaming.agent;

import java.util.List;

/** Everything that is wrong with the options, one line each. */
public final class InvalidOptionsException extends Exception {

  private static final long serialVersionUID = 1L;

  InvalidOptionsException(List<String> errors) {
    super(
        "Incremental streaming does not start, and neither does Cassandra; correct these options:\n"
            + "  "
            + String.join("\n  ", errors));
  }
}
