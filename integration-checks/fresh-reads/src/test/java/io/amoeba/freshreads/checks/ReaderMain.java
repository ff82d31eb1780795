package io.amoeba.freshreads.checks;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;

/**
 * The readers of an {@link Observation} in a process of their own, which can be stopped. It creates
 * the file {@code ready} when all get answers from replicas, and ends when there is a file {@code
 * end}. The clock of its answers is this machine's, as in every JVM on it.
 */
final class ReaderMain {
  static final String ANSWERS = "answers";
  static final String READY = "ready";
  static final String END = "end";

  private static final int ENOUGH = 300;
  private static final long POLL_MILLIS = 20;

  private ReaderMain() {}

  /**
   * Arguments: a folder, keys, {@code announced=direct} addresses, and the addresses of the
   * replicas that the control reads, all with commas.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    List<String> keys = List.of(args[1].split(",", -1));
    Map<HostAndPort, HostAndPort> ways =
        Arrays.stream(args[2].split(",", -1))
            .map(way -> way.split("=", -1))
            .collect(
                Collectors.toMap(
                    way -> HostAndPort.parse(way[0]), way -> HostAndPort.parse(way[1])));
    List<RedisURI> seeds = ways.values().stream().map(ReaderMain::uri).toList();
    List<RedisURI> replicas =
        Arrays.stream(args[3].split(",", -1)).map(HostAndPort::parse).map(ReaderMain::uri).toList();
    ClientResources resources = ReplicatedStore.resources(to -> ways.getOrDefault(to, to));
    RedisClusterClient client = RedisClusterClient.create(resources, seeds);
    client.setOptions(ReplicatedStore.options());

    List<ReadsUnderTest> all = new ArrayList<>(List.of(new ReplicaReads(resources, replicas)));
    all.addAll(ReplicatedStore.underTest(client).values());
    AtomicLongArray fromReplicas = new AtomicLongArray(all.size());
    AnswerMoments moments = new AnswerMoments();
    List<PipelinedReader> readers = new ArrayList<>();
    try (AnswerFile answers = new AnswerFile(folder.resolve(ANSWERS))) {
      for (int i = 0; i < all.size(); i++) {
        int reader = i;
        readers.add(
            new PipelinedReader(
                    Integer.toString(reader),
                    all.get(reader),
                    keys,
                    moments,
                    (key, number, nanos, fromReplica) -> {
                      answers.write(reader, key, number, nanos, fromReplica);
                      fromReplicas.addAndGet(reader, fromReplica ? 1 : 0);
                    })
                .start());
      }
      boolean ready = false;
      while (Files.notExists(folder.resolve(END))) {
        Thread.sleep(POLL_MILLIS);
        if (!ready && all(fromReplicas)) {
          ready = true;
          Files.createFile(folder.resolve(READY));
        }
      }
      readers.forEach(PipelinedReader::close);
    }
    System.exit(0); // the client's threads would go on
  }

  private static RedisURI uri(HostAndPort server) {
    return RedisURI.create(server.getHostText(), server.getPort());
  }

  private static boolean all(AtomicLongArray fromReplicas) {
    for (int i = 0; i < fromReplicas.length(); i++) {
      if (fromReplicas.get(i) < ENOUGH) {
        return false;
      }
    }
    return true;
  }
}
