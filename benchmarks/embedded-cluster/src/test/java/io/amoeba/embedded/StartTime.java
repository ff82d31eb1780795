package io.amoeba.embedded;

import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.kafka.KafkaSettings;
import io.amoeba.embedded.redis.RedisSettings;

/** Prints how long a cluster takes to start and to end; run by hand. */
final class StartTime {
  private StartTime() {}

  public static void main(String[] args) {
    int nodes = Integer.parseInt(args[0]);
    long begin = System.nanoTime();
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(nodes)
            .flink(FlinkSettings.of(FlinkVersion.valueOf(args[1])))
            .redis(RedisSettings.defaults())
            .kafka(KafkaSettings.defaults())
            .keepRunFolder(args.length > 2)
            .progress(
                (name, done, total) ->
                    System.out.printf("%5d ms %d/%d %s%n", millisSince(begin), done, total, name))
            .start()) {
      System.out.printf("started in %d ms%n", millisSince(begin));
      begin(cluster);
    }
    System.out.printf("ended after %d ms%n", millisSince(begin));
  }

  private static void begin(EmbeddedCluster cluster) {
    System.out.println(cluster.flink().get("/taskmanagers"));
    cluster
        .redis()
        .servers()
        .forEach(s -> System.out.println(s + " " + cluster.redis().hashSlotsOf(s).size()));
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }
}
