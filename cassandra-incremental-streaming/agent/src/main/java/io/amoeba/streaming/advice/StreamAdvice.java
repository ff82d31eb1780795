package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.JoinHooks;
import io.amoeba.streaming.hooks.VetoHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.streaming.CassandraStreamReceiver;
import org.apache.cassandra.streaming.ProgressInfo;
import org.apache.cassandra.streaming.StreamSession;

/** Points of streaming. */
final class StreamAdvice {

  private StreamAdvice() {}

  /** Each piece of data that was moved. */
  static final class Progress {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This StreamSession session,
        @Advice.Argument(1) ProgressInfo.Direction direction,
        @Advice.Argument(3) long bytes) {
      JoinHooks.streamed(session, direction, bytes);
    }
  }

  /** A table that has come whole. */
  static final class Received {

    @Advice.OnMethodEnter(skipOn = Advice.OnDefaultValue.class)
    static boolean enter(
        @Advice.This CassandraStreamReceiver receiver,
        @Advice.FieldValue("session") StreamSession session) {
      return JoinHooks.mayAdd(receiver, session);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter boolean adds) {
      JoinHooks.added(adds);
    }
  }

  /** Another node's wish for data, before anything is read. */
  static final class Wanted {
    @Advice.OnMethodEnter
    static void enter(@Advice.This StreamSession session) {
      VetoHooks.refuseSession(session);
    }
  }
}
