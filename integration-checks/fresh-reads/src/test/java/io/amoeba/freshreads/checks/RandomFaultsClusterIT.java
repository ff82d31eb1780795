package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of both replicas of a primary in random order, one after the other and at the same time.
 * {@code amoeba.fresh-reads.minutes} is the duration, {@code amoeba.fresh-reads.seed} repeats an
 * order.
 */
@Tag("long")
class RandomFaultsClusterIT {
  private static final long MINUTES = Long.getLong("amoeba.fresh-reads.minutes", 10);
  private static final long SEED = Long.getLong("amoeba.fresh-reads.seed", new Random().nextLong());
  private static final int LONGEST_MILLIS = 2_500;

  @TempDir Path folder;

  /** What happens to a replica. */
  private enum Fault {
    NONE,
    STOPPED {
      @Override
      void begin(ReplicatedStore store, RedisServer replica, int millis) {
        replica.process().pause();
      }
    },
    SILENT {
      @Override
      void begin(ReplicatedStore store, RedisServer replica, int millis) {
        store.link(replica).silence();
      }
    },
    DELAYED {
      @Override
      void begin(ReplicatedStore store, RedisServer replica, int millis) {
        store.link(replica).delay(Duration.ofMillis(millis));
      }
    },
    THROTTLED {
      @Override
      void begin(ReplicatedStore store, RedisServer replica, int millis) {
        store.link(replica).throttle(1 + 10L * millis);
      }
    },
    CUT {
      @Override
      void begin(ReplicatedStore store, RedisServer replica, int millis) {
        store.link(replica).cut();
      }
    };

    void begin(ReplicatedStore store, RedisServer replica, int millis) {}
  }

  @Test
  void noAnswerIsOverItsBound() {
    System.out.println("-Damoeba.fresh-reads.seed=" + SEED);
    Random random = new Random(SEED);
    long endNanos = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
    try (ReplicatedStore store =
            ReplicatedStore.start(
                folder,
                1,
                RedisSettings.defaults().withReplicas(2).with("cluster-node-timeout", "15000"));
        Observation seen =
            store.observe("random-faults", store.servers().server(2), store.servers().server(3))) {
      List<RedisServer> replicas = List.of(store.servers().server(2), store.servers().server(3));
      while (System.nanoTime() < endNanos) {
        for (RedisServer replica : replicas) {
          replica.process().resume();
          store.link(replica).restore();
          Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
          fault.begin(store, replica, random.nextInt(LONGEST_MILLIS));
          seen.awaitNewerWrites(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
        }
      }
      replicas.forEach(replica -> replica.process().resume());
      replicas.forEach(replica -> store.link(replica).restore());
      seen.awaitCalm();

      seen.end().check("random faults, seed " + SEED, TENTH, SECOND);
    }
  }
}
