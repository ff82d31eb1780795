package io.amoeba.partitioner.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.partitioner.handover.Routed.Marker;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class RoutedSerializerTest {

  private final RoutedSerializer<String> serializer =
      new RoutedSerializer<>(StringSerializer.INSTANCE);

  @Test
  void aValueAtHomeCostsOneByteMoreThanTheValueAlone() throws Exception {
    Routed<String> routed = Routed.value("abc");
    routed.target = 7;

    assertThat(bytes(serializer, routed))
        .hasSize(1 + bytes(StringSerializer.INSTANCE, "abc").length);
    Routed<String> back = roundTrip(routed);

    assertThat(back.value).isEqualTo("abc");
    assertThat(back.waits()).isFalse();
    assertThat(back.marker).isNull();
  }

  @Test
  void aWaitingValueKeepsItsHandOver() throws Exception {
    Routed<String> routed = waiting();

    Routed<String> back = roundTrip(routed);

    assertThat(back).usingRecursiveComparison().isEqualTo(routed);
    assertThat(serializer.copy(routed)).usingRecursiveComparison().isEqualTo(routed);
  }

  @Test
  void aMarkerKeepsEverything() throws Exception {
    for (MarkerKind kind : MarkerKind.values()) {
      Routed<String> back =
          roundTrip(Routed.marker(3, 1L << 40, new Marker(kind, 1, 2, Long.MIN_VALUE, -5)));

      Marker marker = Objects.requireNonNull(back.marker);
      assertThat(back.value).isNull();
      assertThat(back.epoch).isEqualTo(1L << 40);
      assertThat(marker)
          .usingRecursiveComparison()
          .isEqualTo(new Marker(kind, 1, 2, Long.MIN_VALUE, -5));
    }
  }

  @Test
  void aReusedObjectKeepsNothingOfWhatItWas() throws Exception {
    Routed<String> reused = waiting();
    reused.marker = new Marker(MarkerKind.SWITCHED, 0, 1, 2, 3);

    serializer.deserialize(reused, new DataInputDeserializer(bytes(serializer, Routed.probe())));
    assertThat(reused.value).isNull();
    assertThat(reused.marker).isNull();
    serializer.deserialize(reused, new DataInputDeserializer(bytes(serializer, Routed.value("x"))));

    assertThat(reused.value).isEqualTo("x");
    assertThat(reused.waits()).isFalse();
  }

  @Test
  void copyingBytesCopiesAllKinds() throws Exception {
    for (Routed<String> routed :
        new Routed[] {
          waiting(),
          Routed.value("x"),
          Routed.probe(),
          Routed.marker(0, 1, new Marker(MarkerKind.ENDED, 0, 1, 2, 3))
        }) {
      byte[] bytes = bytes(serializer, routed);
      DataOutputSerializer out = new DataOutputSerializer(64);
      serializer.copy(new DataInputDeserializer(bytes), out);
      assertThat(out.getCopyOfBuffer()).isEqualTo(bytes);
    }
  }

  @Test
  void unknownKindsAreRefused() {
    assertThatThrownBy(
            () -> serializer.deserialize(new DataInputDeserializer(new byte[] {9, 0, 0})))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("kind 9");
    assertThatThrownBy(
            () -> serializer.deserialize(new DataInputDeserializer(new byte[] {2, 7, 0})))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("kind 7");
  }

  @Test
  void theSnapshotRestoresAnEqualSerializerAndKnowsAnIncompatibleOne() throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(256);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
    TypeSerializerSnapshot<Routed<String>> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());

    assertThat(snapshot.restoreSerializer()).isEqualTo(serializer).hasSameHashCodeAs(serializer);
    assertThat(serializer.duplicate()).isEqualTo(serializer);
    assertThat(
            serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
    assertThat(new RoutedSerializer<>(LongSerializer.INSTANCE)).isNotEqualTo(serializer);
    assertThat(new RoutedTypeInfo<>(Types.STRING)).isEqualTo(new RoutedTypeInfo<>(Types.STRING));
  }

  private static Routed<String> waiting() {
    Routed<String> routed = Routed.value("moved");
    routed.epoch = Long.MAX_VALUE;
    routed.waitFor = 32_767;
    routed.target = 32_766;
    routed.hashSlot = 16_383;
    routed.timestamp = -1;
    return routed;
  }

  private Routed<String> roundTrip(Routed<String> routed) throws IOException {
    return serializer.deserialize(new DataInputDeserializer(bytes(serializer, routed)));
  }

  private static <X> byte[] bytes(TypeSerializer<X> serializer, X value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }
}
