package io.amoeba.hints.protocol.selection;

import io.amoeba.hints.protocol.batch.ByteReader;
import io.amoeba.hints.protocol.batch.ByteWriter;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.selection.Selection.Names;
import io.amoeba.hints.protocol.selection.Selection.Slice;
import io.amoeba.hints.protocol.selection.Selection.Slices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selections as bytes, in a form of our own: Cassandra's trusts the lengths that it reads. No bytes
 * are the whole partition. Stateless.
 */
public final class SelectionCodec {

  private static final byte[] WHOLE_PARTITION = new byte[0];

  private static final int SLICES = 1;
  private static final int REVERSED = 2;
  private static final int OF_TOKENS = 4;
  private static final int STARTS_WITH = 1;
  private static final int ENDS_WITH = 2;

  /** A clustering key's columns, and more than a sensible read's rows or ranges. */
  private static final int MAX_VALUES = 128;

  private static final int MAX_PARTS = 4_096;

  private SelectionCodec() {}

  public static byte[] wholePartition() {
    return WHOLE_PARTITION;
  }

  /** Whether a range of tokens stands in place of the key. */
  public static boolean isOfTokens(byte[] bytes) {
    return bytes.length > 0 && (bytes[0] & OF_TOKENS) != 0;
  }

  public static byte[] encode(Selection selection) {
    ByteWriter out = new ByteWriter();
    boolean slices = selection.part() instanceof Slices;
    out.writeByte(
        (slices ? SLICES : 0)
            | (selection.reversed() ? REVERSED : 0)
            | (selection.ofTokens() ? OF_TOKENS : 0));
    out.writeUnsigned(selection.rows());
    if (selection.part() instanceof Slices all) {
      out.writeUnsigned(all.slices().size());
      for (Slice slice : all.slices()) {
        out.writeByte((slice.startsWith() ? STARTS_WITH : 0) | (slice.endsWith() ? ENDS_WITH : 0));
        write(out, slice.start());
        write(out, slice.end());
      }
    } else if (selection.part() instanceof Names names) {
      out.writeUnsigned(names.clusterings().size());
      names.clusterings().forEach(clustering -> write(out, clustering));
    }
    return out.toByteArray();
  }

  private static void write(ByteWriter out, byte[][] values) {
    out.writeUnsigned(values.length);
    for (byte @Nullable [] value : values) {
      if (value == null) {
        out.writeUnsigned(0);
      } else {
        out.writeUnsigned(value.length + 1);
        out.writeBytes(value, 0, value.length);
      }
    }
  }

  /** Of bytes that are not empty; from a peer, so not trusted. */
  public static Selection decode(byte[] bytes) throws MalformedBatchException {
    ByteReader in = new ByteReader(bytes, 0);
    int flags = in.readByte();
    if ((flags & ~(SLICES | REVERSED | OF_TOKENS)) != 0) {
      throw new MalformedBatchException("unknown flags " + flags + " of a selection");
    }
    int rows = in.readUnsigned(Integer.MAX_VALUE, "the limit of rows");
    int count = in.readCount(MAX_PARTS, "the number of rows or ranges");
    Selection.Part part = (flags & SLICES) == 0 ? names(in, count) : slices(in, count);
    if (in.remaining() > 0) {
      throw new MalformedBatchException(in.remaining() + " bytes after a selection");
    }
    return new Selection(rows, (flags & REVERSED) != 0, part, (flags & OF_TOKENS) != 0);
  }

  private static Names names(ByteReader in, int count) throws MalformedBatchException {
    List<byte[][]> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(readValues(in));
    }
    return new Names(names);
  }

  private static Slices slices(ByteReader in, int count) throws MalformedBatchException {
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int ends = in.readByte();
      if ((ends & ~(STARTS_WITH | ENDS_WITH)) != 0) {
        throw new MalformedBatchException("unknown flags " + ends + " of a range of rows");
      }
      byte[][] start = readValues(in);
      byte[][] end = readValues(in);
      slices.add(new Slice(start, (ends & STARTS_WITH) != 0, end, (ends & ENDS_WITH) != 0));
    }
    return new Slices(slices);
  }

  private static byte[][] readValues(ByteReader in) throws MalformedBatchException {
    byte[][] values = new byte[in.readCount(MAX_VALUES, "the number of values")][];
    for (int i = 0; i < values.length; i++) {
      int length = in.readUnsigned(in.remaining(), "the length of a value");
      if (length > 0) {
        values[i] = in.readBytes(length - 1);
      }
    }
    return values;
  }
}
