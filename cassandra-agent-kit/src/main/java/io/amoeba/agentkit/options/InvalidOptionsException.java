package io.amoeba.agentkit.options;

import java.util.List;

/** Everything that is wrong with an agent's options, one line each. */
public final class InvalidOptionsException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Of at least one error.
   *
   * @param consequence with which the message begins
   */
  public InvalidOptionsException(String consequence, List<String> errors) {
    super(consequence + ":\n  " + String.join("\n  ", errors));
  }
}
