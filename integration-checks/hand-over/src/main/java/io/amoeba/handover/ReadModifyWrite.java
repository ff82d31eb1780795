package io.amoeba.handover;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.apache.flink.api.common.functions.OpenContext;
import org.jspecify.annotations.Nullable;

/**
 * GET, add one, SET: two commands that are not atomic together, so that two subtasks at one key
 * lose updates. A number that is not the next of its lane is counted as {@code PREFIX:gaps} if it
 * is larger and as {@code PREFIX:repeats} if it is smaller (and then ignored, so that what a
 * restart replays changes nothing). Counts requests to the own host in the hash {@code
 * PREFIX:requests}.
 */
final class ReadModifyWrite extends AlignedFunction<Long, Long> {

  private static final long serialVersionUID = 1L;
  private static final int REQUESTS_PER_REPORT = 50;

  private final String redis;
  private final String prefix;

  private transient @Nullable RedisClusterClient client;
  private transient StatefulRedisClusterConnection<String, String> connection;
  private transient RedisAdvancedClusterCommands<String, String> commands;
  private transient String host;
  private transient int local;
  private transient int remote;

  @SuppressWarnings("NullAway.Init") // open comes before everything else
  ReadModifyWrite(String redis, String prefix) {
    this.redis = redis;
    this.prefix = prefix;
  }

  @Override
  public void open(OpenContext context) {
    RedisClusterClient opened = RedisClusterClient.create(redis);
    client = opened;
    connection = opened.connect();
    commands = connection.sync();
    String flinkHost =
        getRuntimeContext().getMetricGroup().getAllVariables().getOrDefault("<host>", "");
    host = System.getProperty("amoeba.node.host", flinkHost);
  }

  @Override
  public void process(Long number, long timestamp, Emitter<Long> out) {
    int lane = (int) (number / HandOverCheckJob.LANE_NUMBERS);
    String key = HandOverCheckJob.redisKey(prefix, number);
    Tally tally = Tally.of(commands.get(key));
    long next = tally.next(lane, number % HandOverCheckJob.KEYS);
    if (number < next) {
      commands.incr(prefix + ":repeats");
    } else {
      if (number > next) {
        commands.incr(prefix + ":gaps");
      }
      commands.set(key, tally.with(lane, number).toString());
    }
    countRequest(key);
    out.emit(number, timestamp);
  }

  private void countRequest(String key) {
    RedisClusterNode node = connection.getPartitions().getPartitionBySlot(SlotHash.getSlot(key));
    if (node != null && node.getUri().getHost().equals(host)) {
      local++;
    } else {
      remote++;
    }
    if (local + remote == REQUESTS_PER_REPORT) {
      commands.hincrby(prefix + ":requests", "local", local);
      commands.hincrby(prefix + ":requests", "remote", remote);
      local = 0;
      remote = 0;
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.shutdown();
    }
  }
}
