package io.amoeba.coordinator.doctor;

import java.util.Arrays;
import java.util.Optional;

/** What a coordinator that moves hash slots says to Redis beyond {@code CLUSTER NODES}. */
public enum MovingCommand {
  SET_SLOT("CLUSTER SETSLOT"),
  GET_KEYS_IN_SLOT("CLUSTER GETKEYSINSLOT"),
  COUNT_KEYS_IN_SLOT("CLUSTER COUNTKEYSINSLOT"),
  MIGRATE("MIGRATE"),
  /** Said by the source, which logs in to the destination as the coordinator does. */
  RESTORE_ASKING("RESTORE-ASKING"),
  /** Said by the source, too. */
  SELECT("SELECT");

  private final String text;

  MovingCommand(String text) {
    this.text = text;
  }

  /** The command without its arguments. */
  public String text() {
    return text;
  }

  static Optional<MovingCommand> of(String text) {
    return Arrays.stream(values()).filter(command -> command.text.equals(text)).findFirst();
  }
}
