package io.amoeba.partitioner.handover;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Writes a kind byte, then the value alone (the usual case: one byte of overhead), or a waiting
 * value with its hand-over, or a marker. Stateless apart from the value's serializer.
 */
public final class RoutedSerializer<T> extends TypeSerializer<Routed<T>> {

  private static final long serialVersionUID = 1L;

  private static final byte VALUE = 0;
  private static final byte WAITING_VALUE = 1;
  private static final byte MARKER = 2;
  private static final byte PROBE = 3;

  private final TypeSerializer<T> values;

  /** Serializer around that of the values. */
  public RoutedSerializer(TypeSerializer<T> values) {
    this.values = values;
  }

  @Override
  public void serialize(Routed<T> routed, DataOutputView out) throws IOException {
    Routed.Marker marker = routed.marker;
    if (marker != null) {
      out.writeByte(MARKER);
      out.writeByte(marker.kind.ordinal());
      out.writeLong(routed.epoch);
      out.writeInt(marker.router);
      out.writeInt(marker.routers);
      out.writeLong(marker.incarnation);
      out.writeInt(marker.ownersHash);
      return;
    }
    T value = routed.value;
    if (value == null) {
      out.writeByte(PROBE);
      return;
    }
    if (routed.waits()) {
      out.writeByte(WAITING_VALUE);
      out.writeLong(routed.epoch);
      out.writeShort(routed.waitFor);
      out.writeShort(routed.target);
      out.writeShort(routed.hashSlot);
      out.writeLong(routed.timestamp);
    } else {
      out.writeByte(VALUE);
    }
    values.serialize(value, out);
  }

  @Override
  public Routed<T> deserialize(DataInputView in) throws IOException {
    return deserialize(new Routed<>(), in);
  }

  @Override
  public Routed<T> deserialize(Routed<T> reuse, DataInputView in) throws IOException {
    reuse.marker = null;
    reuse.value = null;
    reuse.waitFor = Routed.NOBODY;
    byte kind = in.readByte();
    switch (kind) {
      case MARKER:
        Routed.MarkerKind markerKind = markerKind(in.readByte());
        reuse.epoch = in.readLong();
        reuse.marker =
            new Routed.Marker(markerKind, in.readInt(), in.readInt(), in.readLong(), in.readInt());
        return reuse;
      case PROBE:
        return reuse;
      case WAITING_VALUE:
        reuse.epoch = in.readLong();
        reuse.waitFor = in.readShort();
        reuse.target = in.readShort();
        reuse.hashSlot = in.readShort();
        reuse.timestamp = in.readLong();
        break;
      case VALUE:
        break;
      default:
        throw new IOException("unknown kind " + kind + " of a routed record");
    }
    // A value that the function keeps must not change under it: no reuse of the value itself.
    reuse.value = values.deserialize(in);
    return reuse;
  }

  private static Routed.MarkerKind markerKind(int ordinal) throws IOException {
    Routed.MarkerKind[] kinds = Routed.MarkerKind.values();
    if (ordinal < 0 || ordinal >= kinds.length) {
      throw new IOException("unknown kind " + ordinal + " of a marker");
    }
    return kinds[ordinal];
  }

  @Override
  public Routed<T> createInstance() {
    return new Routed<>();
  }

  @Override
  public Routed<T> copy(Routed<T> from) {
    T value = from.value;
    return from.copyWith(value == null ? null : values.copy(value));
  }

  @Override
  public Routed<T> copy(Routed<T> from, Routed<T> reuse) {
    return copy(from);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public TypeSerializer<Routed<T>> duplicate() {
    return new RoutedSerializer<>(values.duplicate());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RoutedSerializer && ((RoutedSerializer<?>) other).values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<Routed<T>> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Snapshot of the serializer's configuration: the value's, nothing of its own. */
  public static final class Snapshot<T>
      extends CompositeTypeSerializerSnapshot<Routed<T>, RoutedSerializer<T>> {

    private static final int FORMAT = 1;

    /** For restoring. */
    public Snapshot() {}

    Snapshot(RoutedSerializer<T> serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return FORMAT;
    }

    @Override
    protected void readOuterSnapshot(int format, DataInputView in, ClassLoader userCode)
        throws IOException {
      if (format != FORMAT) {
        throw new IOException(
            "the state's routed records have format "
                + format
                + ", this flink-aligned-partitioner knows format "
                + FORMAT
                + ": restore with the release that wrote the state, or a newer one");
      }
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(RoutedSerializer<T> serializer) {
      return new TypeSerializer<?>[] {serializer.values};
    }

    @Override
    @SuppressWarnings("unchecked") // the nested serializer is the one written above
    protected RoutedSerializer<T> createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new RoutedSerializer<>((TypeSerializer<T>) nested[0]);
    }
  }
}
