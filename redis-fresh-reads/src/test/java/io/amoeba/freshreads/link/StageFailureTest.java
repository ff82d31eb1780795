package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StageFailureTest {
  private static final RedisException REFUSAL =
      new RedisCommandExecutionException("OOM command not allowed");

  @Test
  void theFailureOfAnotherStageIsTheCause() {
    assertThat(StageFailure.cause(new CompletionException(REFUSAL))).isSameAs(REFUSAL);
    Throwable nested = new CompletionException(new CompletionException(REFUSAL));
    assertThat(StageFailure.cause(nested)).isSameAs(REFUSAL);
    assertThat(StageFailure.cause(REFUSAL)).isSameAs(REFUSAL);
    CompletionException alone = new CompletionException("of the application", null);
    assertThat(StageFailure.cause(alone)).isSameAs(alone);
  }

  @Test
  void onlyAServersErrorHasACode() {
    assertThat(StageFailure.code(new CompletionException(REFUSAL))).isEqualTo("OOM");
    @Nullable String none = StageFailure.code(new RedisException("OOM of the client"));
    assertThat(none).isNull();
  }
}
