package io.amoeba.linearroad.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.accident.AccidentFlag;
import io.amoeba.linearroad.job.accident.Carriageway;
import io.amoeba.linearroad.job.account.AccountEvent;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.segment.MinuteReports;
import io.amoeba.linearroad.job.segment.MinuteSpeeds;
import io.amoeba.linearroad.job.segment.RecentMinutes;
import io.amoeba.linearroad.job.segment.Statistics;
import io.amoeba.linearroad.job.source.Query;
import io.amoeba.linearroad.job.source.RawLine;
import io.amoeba.linearroad.job.source.Rejected;
import io.amoeba.linearroad.job.vehicle.Crossing;
import io.amoeba.linearroad.job.vehicle.Report;
import io.amoeba.linearroad.job.vehicle.SpeedSample;
import io.amoeba.linearroad.job.vehicle.Spot;
import io.amoeba.linearroad.job.vehicle.StopChange;
import io.amoeba.linearroad.job.vehicle.Vehicle;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Flink's own serializers take every type of the job, none of which needs Kryo. */
class RecordTypesTest {
  private static final byte[] LINE = {'7', ',', '8'};
  private static final Spot SPOT = new Spot(3, 1, 4, 5);
  private static final MinuteSpeeds MINUTE = new MinuteSpeeds(1L << 40, 2, 1, new long[] {0, 9});

  /** Values, with the bytes that they take in the network or in a checkpoint. */
  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(new AccidentFlag(1L << 40, 2, 99), 20),
        Arguments.of(new AccountEvent(1, 2, 1L << 33, -1), 25),
        Arguments.of(new Crossing(1, 2, 1L << 40, -1, 1L << 41), 34),
        Arguments.of(new Report(1, 2, 100, 1L << 40, 4, 527_999, 7), 44),
        Arguments.of(new SpeedSample(1L << 40, 2, 100), 20),
        Arguments.of(new StopChange(1, 2, SPOT, true), 35),
        Arguments.of(new Statistics(1L << 40, 2, 100, 51), 25),
        Arguments.of(new Query(InputRecord.balanceQuery(1, 2, 3), 1L << 41), 87),
        Arguments.of(new RawLine(LINE, 1L << 41), 18),
        Arguments.of(new Rejected(LINE, "too short"), 20),
        Arguments.of(new TimedAnswer(4, LINE, 1L << 41, 9), 32),
        Arguments.of(new Vehicle(1, 1L << 40, 2, 3, 4, 5, true), 37),
        Arguments.of(MINUTE, 41),
        Arguments.of(new RecentMinutes(List.of(MINUTE, MINUTE)), 91),
        Arguments.of(
            new Carriageway(Map.of(7, SPOT), List.of(new StopChange(1, 2, SPOT, true))), 76),
        Arguments.of(new MinuteReports(), 213));
  }

  @SuppressWarnings("unchecked") // the class of a value is that of its type
  private static <T> TypeSerializer<T> serializer(T value) {
    Configuration withoutKryo = new Configuration();
    withoutKryo.set(PipelineOptions.GENERIC_TYPES, false);
    return Types.POJO((Class<T>) value.getClass())
        .createSerializer(new SerializerConfigImpl(withoutKryo));
  }

  @ParameterizedTest
  @MethodSource("values")
  <T> void valuesComeBackFromTheirBytes(T value, int bytes) throws Exception {
    TypeSerializer<T> serializer = serializer(value);
    DataOutputSerializer out = new DataOutputSerializer(64);

    // As in a job: a task manager gets the serializer with the graph.
    InstantiationUtil.clone(serializer).serialize(value, out);
    T read = serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));

    assertThat(out.length()).isEqualTo(bytes);
    assertThat(read).usingRecursiveComparison().isEqualTo(value);
    assertThat(serializer.copy(value)).usingRecursiveComparison().isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("values")
  <T> void aCheckpointFindsTheTypeOfItsValues(T value) throws Exception {
    TypeSerializer<T> serializer = serializer(value);
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());

    TypeSerializerSnapshot<T> read =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()), value.getClass().getClassLoader());

    assertThat(read.restoreSerializer()).isEqualTo(serializer);
    assertThat(
            serializer.snapshotConfiguration().resolveSchemaCompatibility(read).isCompatibleAsIs())
        .isTrue();
  }
}
