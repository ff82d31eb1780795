package io.amoeba.coordinator.changes.leadership;

import java.util.Locale;

/** Where a shard's lead is while its primary works. */
public enum LeadWay {
  /** At a replica on another node; routing stays as it is. */
  AWAY,
  /** At a replica on another node of the job, and routing follows. */
  FOLLOW,
  /** At a replica on the primary's own node. */
  TWIN,
  /** At the primary, which does not work in the round. */
  STAY;

  /** For people, and as the API and the configuration write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
