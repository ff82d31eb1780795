package io.amoeba.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A command with its attempts, of which one at a time is under way. Safe for concurrent use.
 *
 * @param <T> type of the answer
 */
final class RetriedCommand<K, V, T> {

  /** Of a command without a key. */
  static final int NO_HASH_SLOT = -1;

  private final RetriedConnection<K, V> connection;
  private final RedisCommand<K, V, T> command;
  private final int hashSlot;
  private final long order;
  private final long deadlineNanos;

  private volatile @Nullable Attempt<K, V, T> current;

  RetriedCommand(
      RetriedConnection<K, V> connection,
      RedisCommand<K, V, T> command,
      int hashSlot,
      long order,
      long deadlineNanos) {
    this.connection = connection;
    this.command = command;
    this.hashSlot = hashSlot;
    this.order = order;
    this.deadlineNanos = deadlineNanos;
  }

  int hashSlot() {
    return hashSlot;
  }

  /** As commands were given to the connection. */
  long order() {
    return order;
  }

  boolean isDone() {
    return command.isDone();
  }

  /** The server that the present attempt was sent to, as far as is known and one is under way. */
  @Nullable RedisClusterNode server() {
    Attempt<K, V, T> now = current;
    return now == null ? null : now.server;
  }

  /** Sends it, unless no caller waits for it any more. */
  void attempt(@Nullable RedisClusterNode server, UnaryOperator<RedisCommand<K, V, T>> dispatch) {
    if (isDone()) {
      return;
    }
    Attempt<K, V, T> attempt = new Attempt<>(this, command, server);
    current = attempt;
    attempt.sentAs = dispatch.apply(attempt);
    if (attempt.abandoned) {
      attempt.abandon(); // meanwhile
    }
  }

  /** Lets go of the present attempt: whatever becomes of it counts no more. */
  void abandonAttempt() {
    Attempt<K, V, T> now = current;
    if (now != null) {
      current = null;
      now.abandon();
    }
  }

  private void again() {
    current = null;
    connection.again(this);
  }

  /** Whether a caller may still wait for it, and its time limit is not over. */
  boolean isInTime() {
    return System.nanoTime() - deadlineNanos < 0 && !isDone();
  }

  /** Whether what kept it from being done may end without anybody's doing. */
  private static boolean mayEnd(String error) {
    return error.startsWith("CLUSTERDOWN")
        || error.startsWith("MASTERDOWN ")
        || error.startsWith("LOADING ")
        || error.startsWith("TRYAGAIN ")
        || error.startsWith("MOVED ") // more often than lettuce follows
        || error.startsWith("ASK ");
  }

  private static boolean mayEnd(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RedisCommandExecutionException) {
        return mayEnd(String.valueOf(cause.getMessage())); // the login may have been refused
      }
    }
    return failure instanceof RedisConnectionException
        || failure instanceof PartitionSelectorException
        || failure instanceof IOException
        || (failure instanceof RedisException && failure.getCause() instanceof IOException);
  }

  private static final class Attempt<K, V, T> extends CommandWrapper<K, V, T> {

    private final RetriedCommand<K, V, T> owner;
    private final @Nullable RedisClusterNode server;
    private volatile @Nullable RedisCommand<K, V, T> sentAs;
    private volatile boolean abandoned;

    Attempt(
        RetriedCommand<K, V, T> owner,
        RedisCommand<K, V, T> command,
        @Nullable RedisClusterNode server) {
      super(command);
      this.owner = owner;
      this.server = server;
    }

    void abandon() {
      abandoned = true;
      RedisCommand<K, V, T> sent = sentAs;
      if (sent != null) {
        sent.completeExceptionally(new RedisException("sent to another server")); // and drops it
      }
    }

    /** A late answer of the server is discarded. */
    @Override
    @SuppressWarnings("unchecked")
    public CommandOutput<K, V, T> getOutput() {
      return abandoned
          ? (CommandOutput<K, V, T>) new StatusOutput<>(StringCodec.ASCII)
          : super.getOutput();
    }

    @Override
    public void complete() {
      if (abandoned) {
        return;
      }
      CommandOutput<K, V, T> output = getOutput();
      String error = output == null ? null : output.getError();
      if (error != null && mayEnd(error) && owner.isInTime()) {
        output.setError((String) null);
        owner.again();
      } else {
        owner.connection.answered();
        super.complete();
      }
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
      if (abandoned) {
        return false;
      }
      if (mayEnd(failure) && owner.isInTime()) {
        owner.again();
        return true;
      }
      return super.completeExceptionally(failure);
    }

    @Override
    public boolean isDone() {
      return abandoned || super.isDone();
    }

    @Override
    public boolean isCancelled() {
      return abandoned || super.isCancelled();
    }
  }
}
