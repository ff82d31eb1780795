package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.JoinHooks;
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
      return JoinHooks.truncateBegins(keyspace, table);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object begun) {
      JoinHooks.truncateEnds(begun);
    }
  }

  /** Who is asked to truncate, besides other things. */
  static final class Members {

    @Advice.OnMethodExit
    static void exit(@Advice.Return Set<InetAddressAndPort> members) {
      JoinHooks.liveMembers(members);
    }
  }
}
