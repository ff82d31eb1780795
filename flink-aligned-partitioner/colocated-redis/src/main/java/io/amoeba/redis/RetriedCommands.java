package io.amoeba.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.exceptions.JedisClusterException;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.executors.ClusterCommandExecutor;
import redis.clients.jedis.executors.CommandExecutor;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/**
 * Sends each command until it is answered or its time limit is over, also while a replica takes
 * over from a primary. Safe for concurrent use.
 */
final class RetriedCommands implements CommandExecutor {

  /*
   * Jedis counts attempts, and divides the time that is left by their square for its pauses: with
   * few attempts it sleeps through most of the limit, with many it has used them up after seconds.
   * And it does not try again when a server answers that the cluster is down, as all do between the
   * death of a primary and its replica's election. So it gets few attempts here, with short pauses,
   * repeatedly.
   */
  private static final int ATTEMPTS_OF_A_ROUND = 5;
  private static final long FIRST_PAUSE_MILLIS = 50;

  /** All nodes are asked for their hash slots after each pause, by every process of the job. */
  private static final long LONGEST_PAUSE_MILLIS = 400;

  private final ClusterConnectionProvider nodes;
  private final Duration timeLimit;

  RetriedCommands(ClusterConnectionProvider nodes, Duration timeLimit) {
    this.nodes = nodes;
    this.timeLimit = timeLimit;
  }

  @Override
  public <T> T executeCommand(CommandObject<T> command) {
    long deadlineNanos = System.nanoTime() + timeLimit.toNanos();
    Duration left = timeLimit;
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return new Round(nodes, left).executeCommand(command);
      } catch (JedisException e) {
        left = Duration.ofNanos(deadlineNanos - System.nanoTime());
        if (left.toMillis() <= 0 || !mayEnd(e) || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        pause(Math.min(pauseMillis, left.toMillis()));
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        left = Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime()));
        lookForMoves();
      }
    }
  }

  @Override
  public <T> T broadcastCommand(CommandObject<T> command) {
    return new Round(nodes, timeLimit).broadcastCommand(command);
  }

  /** Whether what kept the command from being done may end without anybody's doing. */
  private static boolean mayEnd(JedisException e) {
    if (e instanceof JedisDataException && !(e instanceof JedisClusterException)) {
      String answer = String.valueOf(e.getMessage());
      return answer.startsWith("LOADING ")
          || answer.startsWith("MASTERDOWN ")
          || answer.startsWith("TRYAGAIN ");
    }
    return e instanceof JedisConnectionException
        || e instanceof JedisClusterException // CLUSTERDOWN
        || e instanceof JedisClusterOperationException;
  }

  private static void pause(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JedisClusterOperationException("interrupted before another attempt", e);
    }
  }

  private void lookForMoves() {
    try {
      nodes.renewSlotCache();
    } catch (JedisException e) {
      // The next round says what is wrong, if it still is.
    }
  }

  @Override
  public void close() {
    nodes.close();
  }

  private static final class Round extends ClusterCommandExecutor {
    Round(ClusterConnectionProvider nodes, Duration timeLeft) {
      super(nodes, ATTEMPTS_OF_A_ROUND, timeLeft);
    }

    @Override
    protected void sleep(long millis) {
      pause(Math.min(millis, FIRST_PAUSE_MILLIS));
    }
  }
}
