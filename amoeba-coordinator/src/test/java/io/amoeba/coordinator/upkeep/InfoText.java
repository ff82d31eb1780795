package io.amoeba.coordinator.upkeep;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** An answer to INFO, made of what a server answered. Confined to one thread. */
final class InfoText {

  /** As Redis 6.2 begins; newer versions have more lines. */
  static final String REDIS_6_2 =
      """
      server_time_usec:1796008883730873
      loading:0
      current_cow_size:0
      current_cow_size_age:0
      current_fork_perc:0.00
      current_save_keys_processed:0
      current_save_keys_total:0
      rdb_changes_since_last_save:0
      rdb_bgsave_in_progress:0
      rdb_last_save_time:1796008883
      rdb_last_bgsave_status:ok
      rdb_last_bgsave_time_sec:-1
      rdb_current_bgsave_time_sec:-1
      rdb_last_cow_size:0
      aof_enabled:0
      aof_rewrite_in_progress:0
      aof_rewrite_scheduled:0
      aof_last_rewrite_time_sec:-1
      aof_current_rewrite_time_sec:-1
      aof_last_bgrewrite_status:ok
      aof_last_write_status:ok
      aof_last_cow_size:0
      module_fork_in_progress:0
      module_fork_last_cow_size:0
      latest_fork_usec:0
      """;

  static final String REDIS_8_6 =
      REDIS_6_2
          + """
          async_loading:0
          current_cow_peak:0
          rdb_saves:0
          rdb_saves_consecutive_failures:0
          rdb_last_load_keys_expired:0
          rdb_last_load_keys_loaded:0
          aof_rewrites:0
          aof_rewrites_consecutive_failures:0
          """;

  static final String VALKEY_9_1 =
      REDIS_6_2
          + """
          async_loading:0
          current_cow_peak:0
          rdb_saves:0
          aof_rewrites:0
          slot_migration_fork_in_progress:0
          """;

  static final Instant STARTED = Instant.ofEpochSecond(1_796_008_883);

  private static final long MICROS = 1_000_000;

  private final Map<String, String> fields = new HashMap<>();

  InfoText() {
    this(REDIS_6_2);
  }

  InfoText(String text) {
    text.lines().forEach(line -> fields.put(line.split(":", 2)[0], line.split(":", 2)[1]));
  }

  InfoText with(String name, Object value) {
    fields.put(name, String.valueOf(value));
    return this;
  }

  InfoText without(String name) {
    fields.remove(name);
    return this;
  }

  /** Seconds since the server started. */
  InfoText at(double seconds) {
    return with(
        "server_time_usec", STARTED.getEpochSecond() * MICROS + Math.round(seconds * MICROS));
  }

  InfoText saved(long seconds, long took) {
    return with("rdb_last_save_time", STARTED.plusSeconds(seconds).getEpochSecond())
        .with("rdb_last_bgsave_time_sec", took);
  }

  InfoText changes(long changes) {
    return with("rdb_changes_since_last_save", changes);
  }

  InfoText appended(long bytes, long rewrittenBytes) {
    return with("aof_enabled", 1)
        .with("aof_current_size", bytes)
        .with("aof_base_size", rewrittenBytes);
  }

  ServerWork read(Triggers triggers) {
    return ServerWork.of(fields, triggers);
  }
}
