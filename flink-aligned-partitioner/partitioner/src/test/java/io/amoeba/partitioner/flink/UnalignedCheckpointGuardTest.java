package io.amoeba.partitioner.flink;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.partitioner.placement.HashSlot;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnalignedCheckpointGuardTest {

  @ParameterizedTest
  @ValueSource(strings = {"1.20.0", "1.20.5", "2.0.2", "2.1.3", "2.2.0", "unknown", "2.3-SNAPSHOT"})
  void forcedUnalignedCheckpointsAreRefusedWhereTheyLoseRecords(String version) {
    assertThatIllegalStateException()
        .isThrownBy(() -> UnalignedCheckpointGuard.check(true, version))
        .withMessageContaining("unaligned.forced")
        .withMessageContaining(version);
    assertThatCode(() -> UnalignedCheckpointGuard.check(false, version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.2.1", "2.3.0", "2.10.0", "3.0.0", "2.3.0-vendor"})
  void theyAreAllowedWhereFlinkKeepsCustomEdgesAligned(String version) {
    assertThatCode(() -> UnalignedCheckpointGuard.check(true, version)).doesNotThrowAnyException();
  }

  @Test
  void aJobIsRefusedWhileItIsBuilt() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.enableCheckpointing(1_000);
    env.getCheckpointConfig().enableUnalignedCheckpoints();
    env.getCheckpointConfig().setForceUnalignedCheckpoints(true);

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                AlignedRouting.<Long>to("Toll", n -> HashSlot.of("k" + n))
                    .process(env.fromSequence(0, 1), new Forward(), Types.LONG, 2));
  }

  private static final class Forward extends AlignedFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Long value, long timestamp, Emitter<Long> out) {
      out.emit(value, timestamp);
    }
  }
}
