package io.amoeba.redis;

import org.jspecify.annotations.Nullable;

/**
 * Redis did not answer, or answered with an error. The message names what was asked and what to
 * look at; the operator should let it pass, so that Flink recovers the job. Immutable.
 */
public final class RedisAccessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RedisAccessException(String message) {
    super(message);
  }

  RedisAccessException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
