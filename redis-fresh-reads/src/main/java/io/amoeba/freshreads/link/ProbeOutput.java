package io.amoeba.freshreads.link;

import io.amoeba.freshreads.proof.ReplicaProof;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Shows the answer of a probe to the proof while the connection's answers are decoded, so that the
 * order of answers is that of the server. Confined to the connection's event loop.
 */
final class ProbeOutput<K, V> extends CommandOutput<K, V, Boolean> {
  private final ReplicaProof proof;

  ProbeOutput(RedisCodec<K, V> codec, ReplicaProof proof) {
    super(codec, Boolean.FALSE);
    this.proof = proof;
  }

  @Override
  public void set(@Nullable ByteBuffer heartbeat) {
    if (heartbeat == null) {
      proof.forget();
    } else {
      output = proof.show(heartbeat, System.nanoTime());
    }
  }

  @Override
  public void setError(ByteBuffer message) {
    proof.forget();
    super.setError(message);
  }
}
