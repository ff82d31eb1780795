package io.amoeba.hints.protocol.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches of hints. A table and a selection of rows stand once in a batch, a key gives only
 * what differs from the one before it: three bytes for most hints, and the rest of the key.
 * Confined to one thread.
 */
public final class BatchEncoder {

  /*
   * version, flags, [length of the body, when compressed], body:
   *   created (8 bytes), tables, and for each:
   *     id (16 bytes), selections, (length, bytes)*, hints, and for each:
   *       shared with the key before, rest's length, rest, [selection, from 1; 0 is none]
   * The last field is only there where the table has selections. Numbers are unsigned, seven bits a
   * byte.
   */

  /**
   * Keys, selections and their lengths in a batch; with all else it stays below the 64 KiB at which
   * Cassandra changes to its connection for large messages, whose first frame must hold the header.
   */
  public static final int PAYLOAD_BYTES = 32_768;

  static final int VERSION = 1;
  static final int COMPRESSED = 1;
  static final int HOT_SET = 2;

  /** Id and counts of a table. */
  private static final int TABLE_BYTES = 22;

  /** Three lengths at their longest. */
  private static final int HINT_BYTES = 9;

  private final @Nullable Compression compression;

  /** Compresses if there is a compression, and if it makes a batch smaller. */
  public BatchEncoder(@Nullable Compression compression) {
    this.compression = compression;
  }

  /** As many batches as it takes, of hints in any order. All must be encodable. */
  public List<EncodedBatch> encode(List<ReadHint> hints, long createdMillis) {
    return encode(NeighbouringKeys.sorted(hints), createdMillis, 0);
  }

  /**
   * Keeps the order, except within a batch. One batch at least: who has asked learns that there are
   * no hints.
   */
  public List<EncodedBatch> encodeHotSet(List<ReadHint> hints, long createdMillis) {
    return encode(hints, createdMillis, HOT_SET);
  }

  private List<EncodedBatch> encode(List<ReadHint> hints, long createdMillis, int flags) {
    List<EncodedBatch> batches = new ArrayList<>();
    List<ReadHint> chunk = new ArrayList<>();
    @Nullable UUID table = null;
    int size = 0;
    for (ReadHint hint : hints) {
      int added = HINT_BYTES + hint.key().length + hint.selection().length;
      if (!hint.table().equals(table)) {
        added += TABLE_BYTES;
        table = hint.table();
      }
      if (!chunk.isEmpty()
          && (size + added > PAYLOAD_BYTES || chunk.size() == BatchLimits.DEFAULTS.hints())) {
        batches.add(batch(chunk, createdMillis, flags));
        chunk.clear();
        size = 0;
      }
      chunk.add(hint);
      size += added;
    }
    if (!chunk.isEmpty() || (batches.isEmpty() && flags == HOT_SET)) {
      batches.add(batch(chunk, createdMillis, flags));
    }
    return batches;
  }

  private EncodedBatch batch(List<ReadHint> chunk, long createdMillis, int flags) {
    byte[] body = body(flags == HOT_SET ? NeighbouringKeys.sorted(chunk) : chunk, createdMillis);
    byte @Nullable [] compressed = compression == null ? null : compression.compress(body);
    ByteWriter out = new ByteWriter();
    out.writeByte(VERSION);
    if (compressed != null && compressed.length < body.length) {
      out.writeByte(flags | COMPRESSED);
      out.writeUnsigned(body.length);
      out.writeBytes(compressed, 0, compressed.length);
    } else {
      out.writeByte(flags);
      out.writeBytes(body, 0, body.length);
    }
    return new EncodedBatch(out.toByteArray(), chunk.size());
  }

  private static byte[] body(List<ReadHint> sorted, long createdMillis) {
    List<Integer> ends = new ArrayList<>(); // of each table's hints
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || !sorted.get(i).table().equals(sorted.get(i - 1).table())) {
        ends.add(i);
      }
    }
    ByteWriter out = new ByteWriter();
    out.writeLong(createdMillis);
    out.writeUnsigned(ends.size());
    int begin = 0;
    for (int end : ends) {
      out.writeUuid(sorted.get(begin).table());
      writeTable(out, sorted.subList(begin, end));
      begin = end;
    }
    return out.toByteArray();
  }

  private static void writeTable(ByteWriter out, List<ReadHint> hints) {
    SelectionDictionary selections = new SelectionDictionary(hints);
    selections.write(out);
    out.writeUnsigned(hints.size());
    byte[] previous = new byte[0];
    for (ReadHint hint : hints) {
      byte[] key = hint.key();
      int shared = shared(previous, key);
      out.writeUnsigned(shared);
      out.writeUnsigned(key.length - shared);
      out.writeBytes(key, shared, key.length - shared);
      if (!selections.isEmpty()) {
        out.writeUnsigned(selections.number(hint.selection()));
      }
      previous = key;
    }
  }

  private static int shared(byte[] previous, byte[] key) {
    int mismatch = java.util.Arrays.mismatch(previous, key);
    return mismatch < 0 ? key.length : mismatch;
  }
}
