package io.amoeba.linearroad.job.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.accident.AccidentFlag;
import io.amoeba.linearroad.job.account.AccountEvent;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.segment.Statistics;
import io.amoeba.linearroad.job.source.Query;
import io.amoeba.linearroad.job.source.RawLine;
import io.amoeba.linearroad.job.source.Rejected;
import io.amoeba.linearroad.job.vehicle.Crossing;
import io.amoeba.linearroad.job.vehicle.Report;
import io.amoeba.linearroad.job.vehicle.SpeedSample;
import io.amoeba.linearroad.job.vehicle.Spot;
import io.amoeba.linearroad.job.vehicle.StopChange;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTypeTest {
  private static final byte[] LINE = {'7', ',', '8'};

  /** Values, with the bytes that they take in the network. */
  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(AccidentFlag.TYPE, new AccidentFlag(1L << 40, 2, 99), 13),
        Arguments.of(AccountEvent.TYPE, new AccountEvent(1, 2, 1L << 33, -1), 20),
        Arguments.of(Crossing.TYPE, new Crossing(1, 2, 1L << 40, -1, 1L << 41), 28),
        Arguments.of(Report.TYPE, new Report(1, 2, 100, 1L << 40, 4, 527_999, 7), 30),
        Arguments.of(SpeedSample.TYPE, new SpeedSample(1L << 40, 2, 100), 13),
        Arguments.of(StopChange.TYPE, new StopChange(1, 2, new Spot(3, 1, 4, 5), true), 19),
        Arguments.of(Statistics.TYPE, new Statistics(1L << 40, 2, 100, 51), 20),
        Arguments.of(Query.TYPE, new Query(InputRecord.balanceQuery(1, 2, 3), 1L << 41), 48),
        Arguments.of(RawLine.TYPE, new RawLine(LINE, 1L << 41), 15),
        Arguments.of(Rejected.TYPE, new Rejected(LINE, "too short"), 18),
        Arguments.of(TimedAnswer.TYPE, new TimedAnswer(4, LINE, 1L << 41, 9), 22));
  }

  @ParameterizedTest
  @MethodSource("values")
  <T> void valuesComeBackFromTheirBytes(ValueType<T> type, T value, int bytes) throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);

    // As in a job: a task manager gets the serializer with the graph.
    InstantiationUtil.clone(type.serializer()).serialize(value, out);
    T read = type.serializer().deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));

    assertThat(out.length()).isEqualTo(bytes);
    assertThat(read).usingRecursiveComparison().isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("values")
  <T> void aCheckpointFindsTheTypeOfItsValues(ValueType<T> type, T value) throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, type.serializer().snapshotConfiguration());

    TypeSerializerSnapshot<T> read =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()), value.getClass().getClassLoader());

    assertThat(read.restoreSerializer()).isEqualTo(type.serializer());
    assertThat(
            type.serializer()
                .snapshotConfiguration()
                .resolveSchemaCompatibility(read)
                .isCompatibleAsIs())
        .isTrue();
  }
}
