package io.amoeba.freshreads.link;

import io.amoeba.freshreads.proof.ReplicaProof;
import io.amoeba.freshreads.proof.StreamPosition;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Shows a replica's INFO to the proof while the connection's answers are decoded, so that the order
 * of answers is that of the server. Confined to the connection's event loop.
 */
final class PositionOutput<K, V> extends CommandOutput<K, V, Boolean> {
  private final ReplicaProof proof;

  PositionOutput(RedisCodec<K, V> codec, ReplicaProof proof) {
    super(codec, Boolean.FALSE);
    this.proof = proof;
  }

  @Override
  public void set(@Nullable ByteBuffer info) {
    output =
        proof.show(
            info == null
                ? null
                : StreamPosition.ofReplica(StandardCharsets.US_ASCII.decode(info).toString()));
  }

  @Override
  public void setError(ByteBuffer message) {
    proof.forget();
    super.setError(message);
  }
}
