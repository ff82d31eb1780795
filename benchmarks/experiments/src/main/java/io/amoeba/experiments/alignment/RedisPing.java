package io.amoeba.experiments.alignment;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures single requests to Redis with {@code redis-benchmark}: the minimum of some medians,
 * since servers that have just started still use CPU time now and then. Stateless.
 */
final class RedisPing {
  private static final int ATTEMPTS = 5;
  private static final int MEDIAN_COLUMN = 4;
  private static final double MICROS_PER_MILLI = 1_000;

  private RedisPing() {}

  /**
   * Medians of one request to Redis from a node, in microseconds. Immutable.
   *
   * @param means of the delay of packets: netem, packet-delay, or none
   */
  record NetworkTimes(double ownNodeMicros, double otherNodeMicros, String means) {}

  static NetworkTimes measure(LinearRoadStack stack, String means) {
    Container redis = stack.redis(1);
    return new NetworkTimes(minimum(redis, "127.0.0.1"), minimum(redis, "node-2"), means);
  }

  private static double minimum(Container redis, String host) {
    String command = "redis-benchmark -h %s -c 1 -n 3000 -t ping_mbulk --csv".formatted(host);
    return IntStream.range(0, ATTEMPTS)
        .mapToDouble(i -> micros(redis.exec(command.split(" ", -1))))
        .min()
        .orElseThrow();
  }

  /** Columns: test, requests per second, then milliseconds: mean, minimum, median, …. */
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
