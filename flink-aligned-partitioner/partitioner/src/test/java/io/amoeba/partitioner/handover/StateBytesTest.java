package io.amoeba.partitioner.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.amoeba.partitioner.handover.Routed.Marker;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of everything in savepoints, kept in {@code state-bytes.properties}. They are read for
 * ever: a format that has to change gets a new version, and the bytes of the old one stay there.
 */
class StateBytesTest {

  private final RoutedSerializer<String> serializer =
      new RoutedSerializer<>(StringSerializer.INSTANCE);

  static Stream<Arguments> routedRecords() {
    Routed<String> waiting = Routed.value("moved");
    waiting.epoch = 1L << 40;
    waiting.waitFor = 32_767;
    waiting.target = 258;
    waiting.hashSlot = 16_383;
    waiting.timestamp = -2;
    Marker switched = new Marker(MarkerKind.SWITCHED, 1, 2, Long.MIN_VALUE, -5);
    Marker settled = new Marker(MarkerKind.SETTLED, 1, 2, 3, 4);
    Marker ended = new Marker(MarkerKind.ENDED, 1, 2, 3, 4);
    return Stream.of(
        Arguments.of("routed.value", Routed.value("Straße")),
        Arguments.of("routed.waiting", waiting),
        Arguments.of("routed.probe", Routed.probe()),
        Arguments.of("routed.switched", Routed.marker(0, 1L << 40, switched)),
        Arguments.of("routed.settled", Routed.marker(0, 7, settled)),
        Arguments.of("routed.ended", Routed.marker(0, 7, ended)));
  }

  @ParameterizedTest
  @MethodSource("routedRecords")
  void aRoutedRecordIsWrittenAndReadAsInTheFirstRelease(String name, Routed<String> routed)
      throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(routed, out);

    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(golden(name));
    Routed<String> read = serializer.deserialize(new DataInputDeserializer(bytes(name)));
    assertThat(read).usingRecursiveComparison().isEqualTo(routed);
  }

  @Test
  void theSnapshotOfTheRoutedSerializerIsWrittenAndReadAsInTheFirstRelease() throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());

    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer()))
        .isEqualTo(golden("routed.snapshot"));
    assertThat(snapshot(bytes("routed.snapshot")).restoreSerializer()).isEqualTo(serializer);
  }

  @Test
  void aSnapshotOfAnUnknownOuterVersionIsRefusedWithTheRemedy() throws Exception {
    byte[] bytes = bytes("routed.snapshot");
    int outerVersion = indexOfOuterVersion(bytes);
    bytes[outerVersion] = 9;

    assertThatIOException()
        .isThrownBy(() -> snapshot(bytes))
        .withMessageContaining("format 9")
        .withMessageContaining("restore with the release that wrote the state");
  }

  /** Names and types are as in {@link GateState}. */
  @Test
  void theRecordsThatAGateKeepsAreWrittenAndReadAsInTheFirstRelease() throws Exception {
    ListSerializer<Routed<String>> kept = new ListSerializer<>(serializer);
    List<Routed<String>> records =
        routedRecords()
            .limit(2)
            .map(
                arguments -> {
                  @SuppressWarnings("unchecked") // as they are made above
                  Routed<String> routed = (Routed<String>) arguments.get()[1];
                  return routed;
                })
            .toList();
    DataOutputSerializer out = new DataOutputSerializer(64);
    kept.serialize(records, out);

    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer())).isEqualTo(golden("gate.kept"));
    assertThat(kept.deserialize(new DataInputDeserializer(bytes("gate.kept"))))
        .usingRecursiveComparison()
        .isEqualTo(records);
  }

  @Test
  void theSnapshotOfKeptRecordsIsWrittenAndReadAsInTheFirstRelease() throws Exception {
    ListSerializer<Routed<String>> kept = new ListSerializer<>(serializer);
    DataOutputSerializer out = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, kept.snapshotConfiguration());

    assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer()))
        .isEqualTo(golden("gate.kept.snapshot"));
    TypeSerializerSnapshot<List<Routed<String>>> read =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(bytes("gate.kept.snapshot")),
            StateBytesTest.class.getClassLoader());
    assertThat(read.restoreSerializer()).isEqualTo(kept);
  }

  @Test
  void aRoutersMapIsWrittenAndReadAsInTheFirstRelease() throws Exception {
    int[] owners =
        IntStream.range(0, HashSlot.COUNT)
            .map(slot -> slot < 5 ? 2 : slot < 10_923 ? 0 : 299)
            .toArray();
    PlacementMap map = PlacementMap.of((1L << 40) + 3, 300, owners);

    assertThat(HexFormat.of().formatHex(MapCodec.encode(map))).isEqualTo(golden("router.map"));
    assertThat(MapCodec.decode(bytes("router.map"))).isEqualTo(map);
  }

  /** Behind the snapshot's class, Flink's own version and its magic number; the last of 4 bytes. */
  private static int indexOfOuterVersion(byte[] bytes) {
    int nameLength = (bytes[0] << 8) + bytes[1];
    return 2 + nameLength + 4 + 4 + 3;
  }

  private static TypeSerializerSnapshot<Routed<String>> snapshot(byte[] bytes) throws IOException {
    return TypeSerializerSnapshot.readVersionedSnapshot(
        new DataInputDeserializer(bytes), StateBytesTest.class.getClassLoader());
  }

  private static byte[] bytes(String name) throws IOException {
    return HexFormat.of().parseHex(golden(name));
  }

  private static String golden(String name) throws IOException {
    Properties golden = new Properties();
    try (InputStream in = StateBytesTest.class.getResourceAsStream("/state-bytes.properties")) {
      golden.load(in);
    }
    return golden.getProperty(name, "no bytes of this name");
  }
}
