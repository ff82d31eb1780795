package io.amoeba.freshreads;

/**
 * No replica of the shard is proven to be within the bound, and the configuration forbids to ask
 * the primary instead. Later reads may succeed.
 */
public final class NoFreshReplicaException extends FreshReadsException {
  private static final long serialVersionUID = 1L;

  public NoFreshReplicaException(String message) {
    super(message);
  }
}
