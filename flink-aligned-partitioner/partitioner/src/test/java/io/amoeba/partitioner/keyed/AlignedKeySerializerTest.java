package io.amoeba.partitioner.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlignedKeySerializerTest {

  private static final String SNAPSHOT_CLASS = "io.amoeba.partitioner.keyed.AlignedKeySnapshot";

  private final TypeSerializer<AlignedKey> serializer =
      AlignedKeys.type(1024).createSerializer(new SerializerConfigImpl());

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "{tag}:key", "Straße", "日本語", "😀", "\0", "nul\0inside"})
  void aKeyComesBackEqualAndCostsNoMoreBytesThanItsText(String text) throws Exception {
    AlignedKey key = AlignedKey.of(1024, text);

    AlignedKey back = roundTrip(serializer, key);

    assertThat(back).isEqualTo(key).hasSameHashCodeAs(key);
    assertThat(back.hashSlot()).isEqualTo(key.hashSlot());
    assertThat(bytes(serializer, key)).isEqualTo(bytes(StringSerializer.INSTANCE, text));
  }

  @Test
  void alsoALongKeyComesBack() throws Exception {
    AlignedKey key = AlignedKey.of(1024, "long-".repeat(100_000));

    assertThat(roundTrip(serializer, key)).isEqualTo(key);
  }

  @Test
  void manyKeysInARowAreKeptApart() throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    for (int i = 0; i < 1_000; i++) {
      serializer.serialize(AlignedKey.of(1024, "key-" + i), out);
    }

    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    for (int i = 0; i < 1_000; i++) {
      assertThat(serializer.deserialize(serializer.createInstance(), in).text())
          .isEqualTo("key-" + i);
    }
    assertThat(in.available()).isZero();
  }

  @Test
  void copiesAreTheKeyItselfAndTheSameBytes() throws Exception {
    AlignedKey key = AlignedKey.of(1024, "{tag}:key");
    DataOutputSerializer out = new DataOutputSerializer(64);

    serializer.copy(new DataInputDeserializer(bytes(serializer, key)), out);

    assertThat(out.getCopyOfBuffer()).isEqualTo(bytes(serializer, key));
    assertThat(serializer.copy(key)).isSameAs(key);
    assertThat(serializer.copy(key, serializer.createInstance())).isSameAs(key);
    assertThat(serializer.isImmutableType()).isTrue();
  }

  @Test
  void theSerializerIsTheSameAfterItWasShipped() throws Exception {
    TypeSerializer<AlignedKey> shipped = InstantiationUtil.clone(serializer);

    assertThat(shipped).isEqualTo(serializer).hasSameHashCodeAs(serializer);
    assertThat(serializer.duplicate()).isEqualTo(serializer);
    assertThat(roundTrip(shipped, AlignedKey.of(1024, "foo")))
        .isEqualTo(AlignedKey.of(1024, "foo"));
  }

  @Test
  void aKeyForAnotherMaximumParallelismIsNotWritten() {
    assertThatIOException()
        .isThrownBy(() -> bytes(serializer, AlignedKey.of(128, "foo")))
        .withMessageContaining("key foo is made for max parallelism 128, its serializer for 1024");
  }

  @Test
  void bytesThatAreNoKeyAreRefused() {
    assertThatIOException()
        .isThrownBy(() -> serializer.deserialize(new DataInputDeserializer(new byte[] {0})))
        .withMessageContaining("has no text");
  }

  @Test
  void theSnapshotRestoresAnEqualSerializer() throws Exception {
    TypeSerializerSnapshot<AlignedKey> snapshot =
        read(SNAPSHOT_CLASS, written(serializer.snapshotConfiguration()));

    assertThat(snapshot.restoreSerializer()).isEqualTo(serializer);
    assertThat(
            serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
  }

  /** What savepoints of the first release hold. */
  @Test
  void theSnapshotOfVersionOneStaysReadable() throws Exception {
    byte[] bytes = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 4, 0};

    assertThat(written(serializer.snapshotConfiguration())).isEqualTo(bytes);
    assertThat(read(SNAPSHOT_CLASS, bytes).restoreSerializer()).isEqualTo(serializer);
  }

  @Test
  void stateOfAnotherMaximumParallelismIsIncompatible() throws Exception {
    TypeSerializer<AlignedKey> other = new AlignedKeySerializer(128);
    TypeSerializerSnapshot<AlignedKey> snapshot =
        read(SNAPSHOT_CLASS, written(other.snapshotConfiguration()));

    assertThat(
            serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isIncompatible())
        .isTrue();
    assertThat(other).isNotEqualTo(serializer).hasToString(describing(128));
    assertThat(serializer).hasToString(describing(1024));
  }

  @Test
  void aSnapshotOfALaterOrUnknownVersionIsRefusedWithTheRemedy() {
    assertThatIOException()
        .isThrownBy(() -> read(SNAPSHOT_CLASS, new byte[] {0, 0, 0, 2}))
        .withMessageContaining("format 2")
        .withMessageContaining("restore with the release that wrote the state");
    assertThatIOException()
        .isThrownBy(() -> read(SNAPSHOT_CLASS, new byte[] {0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 4, 0}))
        .withMessageContaining("hash codes of version 9");
    assertThatIOException()
        .isThrownBy(() -> read(SNAPSHOT_CLASS, new byte[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3}))
        .withMessageContaining("is 3: must be a power of two");
  }

  @Test
  void typesDifferByMaximumParallelism() {
    assertThat(AlignedKeys.type(128))
        .isEqualTo(AlignedKeys.type(128))
        .hasSameHashCodeAs(AlignedKeys.type(128))
        .isNotEqualTo(AlignedKeys.type(256));
    assertThat(AlignedKeys.type(128).isKeyType()).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> AlignedKeys.type(129));
  }

  private static String describing(int maxParallelism) {
    return "serializer of aligned keys for max parallelism " + maxParallelism;
  }

  private static AlignedKey roundTrip(TypeSerializer<AlignedKey> serializer, AlignedKey key)
      throws IOException {
    return serializer.deserialize(new DataInputDeserializer(bytes(serializer, key)));
  }

  private static <X> byte[] bytes(TypeSerializer<X> serializer, X value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }

  /** What follows the name of the class in a savepoint. */
  private static byte[] written(TypeSerializerSnapshot<?> snapshot) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    out.writeInt(snapshot.getCurrentVersion());
    snapshot.writeSnapshot(out);
    return out.getCopyOfBuffer();
  }

  private static TypeSerializerSnapshot<AlignedKey> read(String className, byte[] bytes)
      throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(128);
    out.writeUTF(className);
    out.write(bytes);
    return TypeSerializerSnapshot.readVersionedSnapshot(
        new DataInputDeserializer(out.getCopyOfBuffer()),
        AlignedKeySerializerTest.class.getClassLoader());
  }
}
