package io.amoeba.freshreads.link;

import io.amoeba.freshreads.proof.ReplicaProof;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

/**
 * One connection to a replica with what the replica has proven on it. Both end together. Safe for
 * concurrent use.
 */
public final class ReplicaConnection<K, V> {
  private final StatefulRedisConnection<K, V> connection;
  private final RedisCodec<K, V> codec;
  private final RedisClusterAsyncCommands<K, V> commands;
  private final ReplicaProof proof;
  private final ProbesInFlight probes = new ProbesInFlight();

  ReplicaConnection(
      StatefulRedisConnection<K, V> connection,
      RedisCodec<K, V> codec,
      RedisClusterAsyncCommands<K, V> commands,
      ReplicaProof proof) {
    this.connection = connection;
    this.codec = codec;
    this.commands = commands;
    this.proof = proof;
  }

  /** Commands that read, on this connection. */
  public RedisClusterAsyncCommands<K, V> commands() {
    return commands;
  }

  /** The moment that is proven now; take it before a read is sent. */
  public long provenNanos() {
    return proof.provenNanos();
  }

  /** Reads the heartbeat, and reports the latency of the answer or the failure. */
  void probe(byte[] heartbeatKey, ProbeListener listener) {
    ask(
        new Command<>(
            CommandType.GET,
            new ProbeOutput<>(codec, proof),
            new CommandArgs<>(codec).add(heartbeatKey)),
        listener);
  }

  /** Asks for the replica's position in the replication stream, and reports as {@link #probe}. */
  void probePosition(ProbeListener listener) {
    ask(
        new Command<>(
            CommandType.INFO,
            new PositionOutput<>(codec, proof),
            new CommandArgs<>(codec).add("replication")),
        listener);
  }

  private void ask(Command<K, V, Boolean> command, ProbeListener listener) {
    if (probes.isFull()) {
      return;
    }
    long sentNanos = System.nanoTime();
    probes.sent(sentNanos);
    AsyncCommand<K, V, Boolean> probe = new AsyncCommand<>(command);
    var unused =
        probe.whenComplete(
            (proves, failure) -> {
              long nowNanos = System.nanoTime();
              probes.ended(nowNanos);
              listener.probed(nowNanos - sentNanos, nowNanos, failure);
            });
    try {
      connection.dispatch(probe);
    } catch (RuntimeException e) {
      probe.completeExceptionally(e); // the queue is full
    }
  }

  /** Whether the server has not answered a probe for so long that the connection is worthless. */
  boolean hangs(long nowNanos) {
    return probes.hang(nowNanos);
  }
}
