package io.amoeba.embedded;

import io.amoeba.embedded.redis.RedisSettings;
import java.nio.file.Path;

/** A program that starts servers, says so and waits to be ended from outside. */
final class ClusterOwner {
  static final String STARTED = "started";

  private ClusterOwner() {}

  public static void main(String[] args) throws Exception {
    EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(2)
            .redis(RedisSettings.defaults())
            .parentFolder(Path.of(args[0]))
            .onCrash(server -> System.out.println("crashed " + server.name()))
            .start();
    cluster.redis().server(1).process().pause();
    System.out.println(STARTED);
    Thread.sleep(Long.MAX_VALUE);
  }
}
