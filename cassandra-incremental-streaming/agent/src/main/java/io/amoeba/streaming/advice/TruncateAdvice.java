package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.RequestHooks;
import java.util.Set;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/** TRUNCATE, where it is coordinated. */
final class TruncateAdvice {

  private TruncateAdvice() {}

  static final class Coordinate {

    @Advice.OnMethodEnter
    static @Nullable Object enter(
        @Advice.Argument(0) String keyspace, @Advice.Argument(1) String table) {
      return RequestHooks.truncateStarts(keyspace, table);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object started) {
      RequestHooks.truncateEnds(started);
    }
  }

  /** Who is asked to truncate, besides other things. */
  static final class Members {

    @Advice.OnMethodExit
    static void exit(@Advice.Return Set<InetAddressAndPort> members) {
      RequestHooks.liveMembers(members);
    }
  }
}
