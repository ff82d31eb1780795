package io.amoeba.experiments.freshreads;

import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The library with its defaults. Safe for concurrent use.
 *
 * @param processes users of the library, which know nothing of each other; each has its clients
 */
record BoundedPath(List<FreshReads<String, String>> processes) implements ReadPath {
  static BoundedPath open(RedisClusterClient client, Duration bound, int processes) {
    BoundedPath path = new BoundedPath(new ArrayList<>());
    boolean opened = false;
    try {
      for (int process = 0; process < processes; process++) {
        path.processes.add(FreshReads.open(client, StringCodec.UTF8, FreshReadsConfig.of(bound)));
      }
      opened = true;
      return path;
    } finally {
      if (!opened) {
        path.close();
      }
    }
  }

  @Override
  public CompletionStage<Reply> read(int client, String key, Command command) {
    return processes
        .get(client % processes.size())
        .answer(key, command::sendTo)
        .thenApply(
            answer ->
                new Reply(
                    answer.value(),
                    answer.source() == Answer.Source.REPLICA,
                    answer.provenAge().toNanos()));
  }

  @Override
  public void close() {
    processes.forEach(FreshReads::close);
  }
}
