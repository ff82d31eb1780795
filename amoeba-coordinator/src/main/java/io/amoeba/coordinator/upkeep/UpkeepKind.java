package io.amoeba.coordinator.upkeep;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Kinds of background work that slow a server of the store while they run. */
public enum UpkeepKind {
  /**
   * Writing all data to the RDB file, which Redis does by itself as the setting {@code save} says.
   */
  SAVE,
  /** Writing the append-only file anew, as the settings {@code auto-aof-rewrite-*} say. */
  REWRITE,
  /** A copy for safe keeping. No server begins one by itself, and none tells that one runs. */
  BACKUP;

  /** As configuration, API and metrics write it. */
  @JsonValue
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
