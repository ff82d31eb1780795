package io.amoeba.freshreads.checks;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A way to read the newest stamp of a key. Safe for concurrent use. */
interface ReadsUnderTest extends AutoCloseable {

  /**
   * An answer with where it comes from.
   *
   * @param stamp null for nil
   */
  record Stamp(@Nullable String stamp, boolean fromReplica) {
    /** The number of the newest write that the answer contains; 0 for none. */
    int number() {
      return stamp == null ? 0 : Integer.parseInt(stamp);
    }
  }

  /** Reads asynchronously; completes exceptionally if no server answers. */
  CompletionStage<Stamp> read(String key);

  @Override
  void close();
}
