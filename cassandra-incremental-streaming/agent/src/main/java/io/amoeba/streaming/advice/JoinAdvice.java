package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.JoinHooks;
import java.util.Collection;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.RangesAtEndpoint;
import org.apache.cassandra.locator.TokenMetadata;
import org.jspecify.annotations.Nullable;

/** Points of a node's own join; an answer of null leaves them to Cassandra. */
final class JoinAdvice {

  private JoinAdvice() {}

  static final class ShouldBootstrap {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) boolean returned) {
      returned = JoinHooks.shouldBootstrap(returned);
    }
  }

  static final class Prepare {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Collection<?> enter(
        @Advice.Argument(0) long schemaTimeoutMillis, @Advice.Argument(1) long ringTimeoutMillis) {
      return JoinHooks.prepareForBootstrap(schemaTimeoutMillis, ringTimeoutMillis);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter @Nullable Collection<?> answer,
        @Advice.Return(readOnly = false) Collection<?> returned) {
      returned = answer == null ? returned : answer;
    }
  }

  static final class Bootstrap {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Boolean enter(@Advice.Argument(0) Collection<Token> tokens) {
      return JoinHooks.bootstrap(tokens);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter @Nullable Boolean answer, @Advice.Return(readOnly = false) boolean returned) {
      returned = answer == null ? returned : answer;
    }
  }

  static final class Resume {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Boolean enter() {
      return JoinHooks.resumeBootstrap();
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter @Nullable Boolean answer, @Advice.Return(readOnly = false) boolean returned) {
      returned = answer == null ? returned : answer;
    }
  }

  static final class DiskRanges {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable RangesAtEndpoint enter(
        @Advice.Argument(0) ColumnFamilyStore table, @Advice.Argument(1) TokenMetadata tokens) {
      return JoinHooks.finalRanges(table, tokens);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter @Nullable RangesAtEndpoint answer,
        @Advice.Return(readOnly = false) RangesAtEndpoint returned) {
      returned = answer == null ? returned : answer;
    }
  }
}
