package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which servers answered the reads of a hash's field, by their own count. Stateless. */
final class HashReads {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern CALLS = Pattern.compile("cmdstat_hget:calls=(\\d+)");

  private HashReads() {}

  /** HGET commands that a server has executed. */
  static int servedBy(RedisCommands<String, String> server) {
    Matcher calls = CALLS.matcher(Words.send(server, "INFO commandstats"));
    return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
  }

  /**
   * Reads again and again until the counted servers serve all reads of one time.
   *
   * @param count of the reads of one time
   * @param served by the servers so far
   */
  static void awaitAllServed(int count, IntSupplier served, Supplier<? extends Stream<?>> reads) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              int before = served.getAsInt();
              assertThat(reads.get()).hasSize(count);
              return served.getAsInt() - before == count;
            });
  }
}
