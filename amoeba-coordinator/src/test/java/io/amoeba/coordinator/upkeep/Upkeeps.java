package io.amoeba.coordinator.upkeep;

import java.util.Optional;

/** Background work of servers, for tests. Stateless. */
public final class Upkeeps {

  private static final Triggers TRIGGERS = Triggers.of(TriggersTest.settings("300 100"));

  private Upkeeps() {}

  /**
   * Of a server that saved 100 s after its start, which took 12 s, and stopped it for 43.2 ms,
   * saves again 301 s later, and has an append-only file of 7 bytes.
   */
  public static ServerUpkeep resting() {
    return of(saved().changes(900), saved().at(200).changes(1_000));
  }

  /** The same, while it saves and has written a quarter of its keys. */
  public static ServerUpkeep saving() {
    return of(
        saved(),
        saved()
            .at(200)
            .with("rdb_bgsave_in_progress", 1)
            .with("rdb_current_bgsave_time_sec", 3)
            .with("current_save_keys_processed", 25)
            .with("current_save_keys_total", 100));
  }

  /** The same, whose last save failed. */
  public static ServerUpkeep failed() {
    return of(saved(), saved().at(200).with("rdb_last_bgsave_status", "err"));
  }

  /** Of a server with unknown triggers. */
  public static ServerUpkeep unknown(String reason) {
    return ServerUpkeep.of(Optional.empty(), saved().read(Triggers.unknown(reason)));
  }

  private static InfoText saved() {
    return new InfoText()
        .at(190)
        .saved(100, 12)
        .with("rdb_last_cow_size", 5_000)
        .with("latest_fork_usec", 43_210)
        .appended(7, 7);
  }

  private static ServerUpkeep of(InfoText before, InfoText now) {
    ServerUpkeep first = ServerUpkeep.of(Optional.empty(), before.read(TRIGGERS));
    return ServerUpkeep.of(Optional.of(first), now.read(TRIGGERS));
  }
}
