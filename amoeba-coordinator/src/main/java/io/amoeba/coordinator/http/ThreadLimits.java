package io.amoeba.coordinator.http;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;

/**
 * Bounds the threads that wait for slow readers: by {@link RequestBucket}, and those without a
 * token in all, from however many addresses they come. Further requests wait without a thread. Safe
 * for concurrent use.
 */
final class ThreadLimits extends ThreadLimitHandler {

  /** Of the 250 threads that Javalin gives Jetty. */
  private static final int OF_ONE_BUCKET = 50;

  private static final int OF_ONE_PAGE_READER = 30;
  private static final int OF_ALL_WITHOUT_TOKEN = 100;

  private final Tokens tokens;
  private final boolean byBucket;

  private ThreadLimits(Tokens tokens, boolean byBucket) {
    this.tokens = tokens;
    this.byBucket = byBucket;
    setThreadLimit(OF_ONE_BUCKET);
  }

  /** Of the requests of one bucket. */
  static ThreadLimits ofBuckets(Tokens tokens) {
    return new ThreadLimits(tokens, /* byBucket= */ true);
  }

  /** Of all that need no token, or show a wrong one. */
  static ThreadLimits ofStrangers(Tokens tokens) {
    return new ThreadLimits(tokens, /* byBucket= */ false);
  }

  /** Null: not bounded. */
  @Override
  @SuppressWarnings("NullAway") // Jetty is not annotated
  protected String getRemoteIP(Request request) {
    RequestBucket bucket = RequestBucket.of(request, tokens);
    if (bucket.kind() == RequestBucket.Kind.HEALTH) {
      return null;
    }
    if (byBucket) {
      return bucket.key();
    }
    return bucket.kind() == RequestBucket.Kind.LET_IN ? null : bucket.kind().name();
  }

  @Override
  protected int getThreadLimit(String key) {
    if (!byBucket) {
      return OF_ALL_WITHOUT_TOKEN;
    }
    return key.startsWith("token ") ? OF_ONE_BUCKET : OF_ONE_PAGE_READER;
  }
}
