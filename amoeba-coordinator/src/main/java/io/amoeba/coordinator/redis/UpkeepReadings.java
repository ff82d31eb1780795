package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Background work of servers: by answers to INFO that are asked for anyway, and by CONFIG GET of
 * the triggers, which is asked together with them once a minute. Confined to one thread.
 */
final class UpkeepReadings {

  /** Settings are changed by people, if ever. */
  private static final Duration TRIGGERS_AGE = Duration.ofMinutes(1);

  private record Told(ServerUpkeep upkeep, long nanos) {}

  private record Known(Triggers triggers, long nanos) {}

  private final Map<String, Told> told = new HashMap<>();
  private final Map<String, Known> known = new HashMap<>();

  /** Asks a server for its triggers; no question if they were asked for lately. */
  List<RedisFuture<Map<String, String>>> ask(
      String server, RedisAsyncCommands<byte[], byte[]> commands) {
    Known before = known.get(server);
    return before != null && System.nanoTime() - before.nanos < TRIGGERS_AGE.toNanos()
        ? List.of()
        : Triggers.SETTINGS.stream().map(pattern -> commands.configGet(pattern)).toList();
  }

  /**
   * Takes a server's answers.
   *
   * @param info its fields
   * @param settings as asked
   * @param awaited how long for each of them
   * @throws io.lettuce.core.RedisException if it does not answer in time
   */
  void answered(
      String server,
      Map<String, String> info,
      List<RedisFuture<Map<String, String>>> settings,
      Duration awaited) {
    Known triggers = known.get(server);
    if (triggers == null || !settings.isEmpty()) {
      triggers = new Known(triggers(settings, awaited), System.nanoTime());
      known.put(server, triggers);
    }
    Optional<ServerUpkeep> before = Optional.ofNullable(told.get(server)).map(t -> t.upkeep);
    ServerWork now = ServerWork.of(info, triggers.triggers);
    told.put(server, new Told(ServerUpkeep.of(before, now), System.nanoTime()));
  }

  /** Managed Redis has no CONFIG, and an access-control list may refuse it. */
  private static Triggers triggers(
      List<RedisFuture<Map<String, String>>> settings, Duration awaited) {
    Map<String, String> all = new HashMap<>();
    try {
      for (RedisFuture<Map<String, String>> some : settings) {
        all.putAll(LettuceFutures.awaitOrCancel(some, awaited.toNanos(), TimeUnit.NANOSECONDS));
      }
    } catch (RedisCommandExecutionException e) {
      return Triggers.unknown("CONFIG GET is refused: " + RedisLogin.rootMessage(e));
    }
    return Triggers.of(all);
  }

  /** Forgets all others: they are gone, or have not answered. */
  void keep(Set<String> servers) {
    told.keySet().retainAll(servers);
    known.keySet().retainAll(servers);
  }

  /** Of a server that answered when all were asked last. */
  Optional<ServerUpkeep> of(String server) {
    @Nullable Told last = told.get(server);
    return last == null
        ? Optional.empty()
        : Optional.of(last.upkeep.aged(Duration.ofNanos(System.nanoTime() - last.nanos)));
  }
}
