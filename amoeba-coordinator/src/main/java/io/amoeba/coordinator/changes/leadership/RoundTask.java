package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.Optional;

/** What is done while a server does not lead. */
enum RoundTask {
  SAVE("saves"),
  REWRITE("rewrites its append-only file"),
  BACKUP("is backed up"),
  /** An operator restarts or upgrades the server, and says when it may lead again. */
  ABSENCE("is in maintenance");

  private final String text;

  RoundTask(String text) {
    this.text = text;
  }

  static RoundTask of(UpkeepKind kind) {
    return valueOf(kind.name());
  }

  /** Work that a server does by itself when it is told; a backup copies what was saved. */
  Optional<UpkeepKind> kind() {
    return switch (this) {
      case SAVE, BACKUP -> Optional.of(UpkeepKind.SAVE);
      case REWRITE -> Optional.of(UpkeepKind.REWRITE);
      case ABSENCE -> Optional.empty();
    };
  }

  /** For people, after the server's address. */
  String text() {
    return text;
  }
}
