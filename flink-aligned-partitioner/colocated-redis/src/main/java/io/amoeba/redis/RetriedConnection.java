package io.amoeba.redis;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterPushHandler;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.json.JsonParser;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.util.concurrent.EventExecutorGroup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that sends each command until it is answered or its time limit is over, also while a
 * replica takes over from a primary. Safe for concurrent use.
 */
class RetriedConnection<K, V> extends StatefulRedisClusterConnectionImpl<K, V> {

  /*
   * lettuce follows redirections, but hands on that the cluster is down, as all servers answer
   * between the death of a primary and its replica's election. And what it has sent to the dead
   * primary waits for just that server to come back. So commands are sent again here: those that
   * were refused after a pause, and those that wait for a server that the cluster has given up, as
   * soon as their hash slot has another primary. Commands on one hash slot keep their order: while
   * some wait for their next attempt, later ones line up behind them. The first command that finds
   * another primary than the one before it has those come along that wait for a dead server.
   *
   * While lettuce opens a connection, it keeps the commands for that server in callbacks, which a
   * command that finds the connection open overtakes. So commands line up here until it is open.
   */
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 400;

  /** The client announces a change before its connections know of it. */
  private static final long AFTER_CHANGE_MILLIS = 50;

  /** Commands that were answered are forgotten when there are so many more than before. */
  private static final int FORGET_ABOVE = 256;

  private final EventExecutorGroup clock;
  private final long timeLimitNanos;
  private final AtomicLong order = new AtomicLong();
  private volatile long pauseMillis = FIRST_PAUSE_MILLIS;

  /** Held while commands that were not sent at once are written. */
  private final Object flush = new Object();

  // Guarded by this.
  private Queue<RetriedCommand<K, V, ?>> sent = new ArrayDeque<>();
  private int forgetAbove = FORGET_ABOVE;
  private final List<RetriedCommand<K, V, ?>> waiting = new ArrayList<>();
  private final Set<Integer> hashSlotsWaiting = new HashSet<>();

  /** Those of commands that were refused since the last pause. */
  private final Set<Integer> hashSlotsPausing = new HashSet<>();

  /** Whether waiting commands are being sent, or will be after a pause. */
  private boolean sendingWaiting;

  /** Of each hash slot, the server of its latest command; null: none yet. */
  private final @Nullable RedisClusterNode[] servers =
      new @Nullable RedisClusterNode[SlotHash.SLOT_COUNT];

  /** By address, connections to servers that are open, or are being opened. */
  private final Map<String, CompletableFuture<StatefulRedisConnection<K, V>>> opened =
      new HashMap<>();

  RetriedConnection(
      RedisChannelWriter writer,
      ClusterPushHandler pushes,
      RedisCodec<K, V> codec,
      Duration timeout,
      Supplier<JsonParser> parser,
      EventExecutorGroup clock,
      Duration timeLimit) {
    super(writer, pushes, codec, timeout, parser);
    this.clock = clock;
    this.timeLimitNanos = timeLimit.toNanos();
  }

  @Override
  public <T> RedisCommand<K, V, T> dispatch(RedisCommand<K, V, T> command) {
    send(retried(command));
    return command;
  }

  @Override
  public Collection<RedisCommand<K, V, ?>> dispatch(
      Collection<? extends RedisCommand<K, V, ?>> commands) {
    List<RedisCommand<K, V, ?>> dispatched = new ArrayList<>(commands);
    dispatched.forEach(this::dispatch);
    return dispatched;
  }

  /** In turn: lettuce takes a batch at once, but writes the batches of two threads mixed. */
  @Override
  public void flushCommands() {
    synchronized (flush) {
      super.flushCommands();
    }
  }

  private <T> RetriedCommand<K, V, T> retried(RedisCommand<K, V, T> command) {
    CommandArgs<K, V> args = command.getArgs();
    ByteBuffer key = args == null ? null : args.getFirstEncodedKey();
    int hashSlot = key == null ? RetriedCommand.NO_HASH_SLOT : SlotHash.getSlot(key);
    return new RetriedCommand<>(
        this, command, hashSlot, order.getAndIncrement(), System.nanoTime() + timeLimitNanos);
  }

  private void send(RetriedCommand<K, V, ?> command) {
    RedisClusterNode server = primary(command.hashSlot());
    synchronized (this) {
      remember(command);
      boolean ready = isReady(command.hashSlot(), server);
      if (hashSlotsWaiting.contains(command.hashSlot())) {
        waiting.add(command);
        return;
      }
      if (!ready) {
        again(command);
        return;
      }
    }
    attempt(command, server);
  }

  private void remember(RetriedCommand<K, V, ?> command) {
    while (!sent.isEmpty() && sent.element().isDone()) {
      sent.remove();
    }
    if (sent.size() > forgetAbove) {
      sent.removeIf(RetriedCommand::isDone);
      forgetAbove = Math.max(FORGET_ABOVE, 2 * sent.size());
    }
    sent.add(command);
  }

  private <T> void attempt(RetriedCommand<K, V, T> command, @Nullable RedisClusterNode server) {
    command.attempt(server, super::dispatch);
  }

  /**
   * Whether commands on the hash slot reach the server in the order in which they are sent. Has
   * earlier ones go first, if they wait for a former, dead primary.
   */
  private boolean isReady(int hashSlot, @Nullable RedisClusterNode server) {
    if (server == null || servers[hashSlot] == server) {
      return true;
    }
    RedisClusterNode before = servers[hashSlot];
    if (before != null && isReplaced(before, hashSlot)) {
      leaveDeadServers();
    }
    if (!isOpen(server.getUri())) {
      return false;
    }
    servers[hashSlot] = server;
    return true;
  }

  /** Opens a connection to the server if there is none. */
  private boolean isOpen(RedisURI server) {
    CompletableFuture<StatefulRedisConnection<K, V>> connection = opened.get(address(server));
    if (connection == null || connection.isCompletedExceptionally()) {
      connection = getConnectionAsync(server.getHost(), server.getPort());
      opened.put(address(server), connection);
    }
    return connection.isDone() && !connection.isCompletedExceptionally();
  }

  private static String address(RedisURI server) {
    return server.getHost() + ":" + server.getPort();
  }

  private @Nullable RedisClusterNode primary(int hashSlot) {
    Partitions partitions = getPartitions();
    return hashSlot == RetriedCommand.NO_HASH_SLOT || partitions == null
        ? null
        : partitions.getMasterBySlot(hashSlot);
  }

  /** Sends a command once more, after a pause. */
  void again(RetriedCommand<K, V, ?> command) {
    synchronized (this) {
      waiting.add(command);
      hashSlotsWaiting.add(command.hashSlot());
      hashSlotsPausing.add(command.hashSlot());
      if (sendingWaiting) {
        return;
      }
      sendingWaiting = true;
    }
    later(this::sendAfterPause, pause());
  }

  private synchronized long pause() {
    long pause = pauseMillis;
    pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
    return pause;
  }

  private void sendAfterPause() {
    synchronized (this) {
      hashSlotsPausing.clear();
    }
    sendWaiting();
  }

  /**
   * Sends the commands that wait now. Those on their hash slots that callers add meanwhile line up
   * for another task, so that no thread sends for as long as callers do.
   */
  private void sendWaiting() {
    List<RetriedCommand<K, V, ?>> due;
    synchronized (this) {
      waiting.sort(Comparator.comparingLong(RetriedCommand::order));
      due = List.copyOf(waiting);
      waiting.clear();
    }
    due.forEach(this::sendInOrder);
    flushCommands();
    boolean pauses;
    synchronized (this) {
      hashSlotsWaiting.clear();
      waiting.forEach(command -> hashSlotsWaiting.add(command.hashSlot()));
      sendingWaiting = !waiting.isEmpty();
      if (!sendingWaiting) {
        return;
      }
      pauses = !hashSlotsPausing.isEmpty();
    }
    if (pauses) {
      later(this::sendAfterPause, pause());
    } else {
      later(this::sendWaiting, 0);
    }
  }

  /** Unless an earlier command on its hash slot pauses again, or its server is not connected. */
  private void sendInOrder(RetriedCommand<K, V, ?> command) {
    RedisClusterNode server = primary(command.hashSlot());
    synchronized (this) {
      boolean ready = isReady(command.hashSlot(), server) || !command.isInTime();
      if (!ready || hashSlotsPausing.contains(command.hashSlot())) {
        waiting.add(command);
        hashSlotsPausing.add(command.hashSlot());
        return;
      }
    }
    attempt(command, server);
  }

  /** An answer shows that the next refusal is another trouble. */
  void answered() {
    if (pauseMillis != FIRST_PAUSE_MILLIS) {
      pauseMillis = FIRST_PAUSE_MILLIS;
    }
  }

  /** To be called when the topology of the cluster has changed. */
  void clusterChanged() {
    later(this::leaveDeadServers, AFTER_CHANGE_MILLIS);
  }

  private synchronized void leaveDeadServers() {
    List<RetriedCommand<K, V, ?>> stuck = new ArrayList<>();
    for (RetriedCommand<K, V, ?> command : sent) {
      RedisClusterNode server = command.server();
      if (server != null && !command.isDone() && isReplaced(server, command.hashSlot())) {
        stuck.add(command);
      }
    }
    stuck.forEach(RetriedCommand::abandonAttempt);
    stuck.forEach(this::again);
  }

  /** Not of a server that lives: it may yet do what was sent to it. */
  private boolean isReplaced(RedisClusterNode server, int hashSlot) {
    RedisClusterNode now = primary(hashSlot);
    if (now == null || now.getUri().equals(server.getUri())) {
      return false;
    }
    RedisClusterNode known = getPartitions().getPartitionByNodeId(server.getNodeId());
    return known == null
        || known.is(RedisClusterNode.NodeFlag.FAIL)
        || (!known.getUri().equals(server.getUri()) && isLost(server.getUri()));
  }

  /** Whether a connection has ended, as that to a server that was started again elsewhere. */
  private boolean isLost(RedisURI server) {
    CompletableFuture<StatefulRedisConnection<K, V>> connection = opened.get(address(server));
    return connection == null
        || connection.isCompletedExceptionally()
        || (connection.isDone() && !connection.join().isOpen());
  }

  private void later(Runnable task, long millis) {
    try {
      var unused = clock.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      task.run(); // the client ends: the commands fail
    }
  }
}
