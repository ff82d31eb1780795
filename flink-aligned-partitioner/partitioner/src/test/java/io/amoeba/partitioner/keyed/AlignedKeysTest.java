package io.amoeba.partitioner.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class AlignedKeysTest {

  /** A record as a job has it. */
  record Reading(String redisKey, int value) {}

  @Test
  void aRecordGetsTheAlignedKeyOfItsRedisKeyAlsoAfterTheSelectorWasShipped() throws Exception {
    KeySelector<Reading, AlignedKey> selector =
        InstantiationUtil.clone(AlignedKeys.of(1024, Reading::redisKey));

    assertThat(selector.getKey(new Reading("{s:1}:stat", 5)))
        .isEqualTo(AlignedKey.of(1024, "{s:1}:stat"));
  }

  @Test
  void aStreamIsKeyedInOneLineAndFlinkKnowsTheKeysType() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    assertThat(
            env.fromSequence(0, 1)
                .keyBy(AlignedKeys.of(1024, n -> "{s:" + n + "}:stat"))
                .getKeyType())
        .isEqualTo(AlignedKeys.type(1024));
  }

  @Test
  void aMaximumParallelismThatWasNeverSetIsRefusedWhileTheJobIsBuilt() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> AlignedKeys.of(env.getMaxParallelism(), Reading::redisKey))
        .withMessageContaining("is -1: must be a power of two from 1 to 16384")
        .withMessageContaining("env.setMaxParallelism(1024)");
  }

  @Test
  void aRecordWithoutARedisKeyIsRefusedByName() {
    KeySelector<Reading, AlignedKey> selector = AlignedKeys.of(128, AlignedKeysTest::none);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> selector.getKey(new Reading("lost", 7)))
        .withMessageContaining("Reading[redisKey=lost, value=7]")
        .withMessageContaining("filter");
  }

  /** As users' code without null checks may. */
  @SuppressWarnings({"NullAway", "unused"})
  private static String none(Reading reading) {
    return null;
  }
}
