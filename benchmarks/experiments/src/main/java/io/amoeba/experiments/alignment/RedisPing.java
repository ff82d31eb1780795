package io.amoeba.experiments.alignment;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures single requests to Redis with {@code redis-benchmark}: the least of some medians, since
 * servers that have just started still take processors now and then. Stateless.
 */
final class RedisPing {
  private static final int REQUESTS = 3_000;
  private static final int ATTEMPTS = 5;
  private static final int MEDIAN_COLUMN = 4;
  private static final double MICROS_PER_MILLI = 1_000;

  private RedisPing() {}

  /**
   * Medians of one request to Redis from a node, in microseconds. Immutable.
   *
   * @param means what delays packets: netem, packet-delay, or none
   */
  record NetworkTimes(double ownNodeMicros, double otherNodeMicros, String means) {}

  static NetworkTimes measure(LinearRoadStack stack, String means) {
    Container redis = stack.redis(1);
    return new NetworkTimes(least(redis, "127.0.0.1"), least(redis, "node-2"), means);
  }

  private static double least(Container redis, String host) {
    return IntStream.range(0, ATTEMPTS).mapToDouble(i -> micros(redis, host)).min().orElseThrow();
  }

  private static double micros(Container redis, String host) {
    return micros(
        redis.exec(
            "redis-benchmark",
            "-h",
            host,
            "-c",
            "1",
            "-n",
            "" + REQUESTS,
            "-t",
            "ping_mbulk",
            "--csv"));
  }

  /** Columns: test, requests per second, then milliseconds: mean, least, median, …. */
  static double micros(String csv) {
    List<String> lines = csv.strip().lines().toList();
    String[] columns = lines.get(lines.size() - 1).replace("\"", "").split(",", -1);
    try {
      return Double.parseDouble(columns[MEDIAN_COLUMN]) * MICROS_PER_MILLI;
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new ContainerException("redis-benchmark printed no latencies: " + csv, e);
    }
  }
}
