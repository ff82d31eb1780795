package io.amoeba.freshreads.link;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What a stage of lettuce failed with. Stateless. */
public final class StageFailure {
  private StageFailure() {}

  /** The failure without the exceptions by which stages tell that another one failed. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The code of a server's error, such as OOM; null if no server answered, or without a code. */
  static @Nullable String code(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof RedisCommandExecutionException
        ? HeartbeatOutcome.code(cause.getMessage())
        : null;
  }
}
