package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.PATIENCE;
import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;
import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.lettuce.core.cluster.RedisClusterClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reading process stops for some time, as in a long garbage collection. */
class StoppedReaderClusterIT {
  private static final Duration LAG = Duration.ofMillis(300);
  private static final Duration STOP = Duration.ofSeconds(2);
  private static final int STOPS = 4;

  @TempDir Path folder;

  /** What had been fresh when it was read is old when it is handed over. */
  @Test
  void answersOfAStoppedReaderAge() throws IOException {
    try (ReplicatedStore store =
            ReplicatedStore.start(
                folder,
                1,
                RedisSettings.defaults().withReplicas(2).with("cluster-node-timeout", "15000"));
        RedisClusterClient client = store.newClient()) {
      List<String> keys = store.keys("stopped-reader");
      StampWriter writer = new StampWriter(client, keys);
      ServerProcess reader = start(store, keys);
      await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve(ReaderMain.READY)));

      for (int stop = 0; stop < STOPS; stop++) {
        ReplicationLink link = store.link(replicas(store).get(stop % 2));
        link.silence();
        awaitNewerWrites(writer, LAG);
        reader.pause();
        awaitNewerWrites(writer, STOP);
        reader.resume();
        awaitNewerWrites(writer, LAG);
        link.restore();
        awaitNewerWrites(writer, SECOND);
      }
      Files.createFile(folder.resolve(ReaderMain.END));
      reader.awaitSuccess(PATIENCE);
      writer.close();

      findings(store.version(), client, keys, writer).check("reader stopped", TENTH, SECOND);
    }
  }

  private ServerProcess start(ReplicatedStore store, List<String> keys) {
    JavaCommand java =
        new JavaCommand(
            List.of("-Xmx256m"),
            Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1)),
            ReaderMain.class.getName(),
            List.of(
                folder.toString(),
                String.join(",", keys),
                String.join(",", ways(store)),
                replicas(store).stream().map(RedisServer::address).collect(joining(","))));
    return store.launcher().start(ServerKind.TOOL, "reader", java.words());
  }

  private static List<RedisServer> replicas(ReplicatedStore store) {
    return List.of(store.servers().server(2), store.servers().server(3));
  }

  private static List<String> ways(ReplicatedStore store) {
    List<String> ways = new ArrayList<>();
    for (RedisServer server : store.servers().servers()) {
      ways.add(store.network().announced(server) + "=" + server.address());
    }
    return ways;
  }

  private static void awaitNewerWrites(StampWriter writer, Duration newer) {
    long nanos = System.nanoTime() + newer.toNanos();
    await().atMost(PATIENCE).until(() -> writer.isAcknowledgedSince(nanos));
  }

  private Findings findings(
      String servers, RedisClusterClient client, List<String> keys, StampWriter writer)
      throws IOException {
    List<Duration> bounds = new ArrayList<>(List.of(TENTH));
    bounds.addAll(ReplicatedStore.BOUNDS);
    List<StalenessJudge> judges =
        bounds.stream().map(bound -> new StalenessJudge(writer.acknowledged(), bound)).toList();
    int lost = StampWriter.takeBackLost(client, keys, writer.acknowledged());
    AnswerFile.read(
        folder.resolve(ReaderMain.ANSWERS),
        (reader, key, number, nanos, fromReplica) ->
            judges.get(reader).judge(key, number, nanos, fromReplica));
    Map<Duration, Findings.Reader> bounded = new LinkedHashMap<>();
    for (int i = 1; i < judges.size(); i++) {
      bounded.put(bounds.get(i), new Findings.Reader(judges.get(i).verdict(), 0));
    }
    return new Findings(
        servers, writer.count(), lost, new Findings.Reader(judges.get(0).verdict(), 0), bounded);
  }
}
