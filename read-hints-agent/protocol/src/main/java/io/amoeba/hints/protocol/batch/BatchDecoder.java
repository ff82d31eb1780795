package io.amoeba.hints.protocol.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads batches, also of peers gone wrong: what exceeds the limits, or is inconsistent, is refused
 * before memory is allocated for it. Safe for concurrent use.
 */
public final class BatchDecoder {

  private static final byte[] NOTHING = new byte[0];

  private final BatchLimits limits;
  private final @Nullable Compression compression;

  public BatchDecoder(BatchLimits limits, @Nullable Compression compression) {
    this.limits = limits;
    this.compression = compression;
  }

  /** Refuses a batch by its size alone, before it is kept for {@link #decode}. */
  public void checkSize(byte[] batch) throws MalformedBatchException {
    if (batch.length > limits.batchBytes()) {
      throw new MalformedBatchException(
          "a batch of " + batch.length + " bytes, above " + limits.batchBytes());
    }
  }

  public Batch decode(byte[] batch) throws MalformedBatchException {
    checkSize(batch);
    ByteReader in = new ByteReader(batch, 0);
    int version = in.readByte();
    if (version != BatchEncoder.VERSION) {
      throw new MalformedBatchException("version " + version + " is not " + BatchEncoder.VERSION);
    }
    int flags = in.readByte();
    if ((flags & ~(BatchEncoder.COMPRESSED | BatchEncoder.HOT_SET)) != 0) {
      throw new MalformedBatchException("unknown flags " + flags);
    }
    ByteReader body = (flags & BatchEncoder.COMPRESSED) == 0 ? in : decompressed(in, batch);
    long created = body.readLong();
    List<ReadHint> hints = new ArrayList<>();
    Budget budget = new Budget(limits.hints(), limits.expandedBytes());
    int tables = body.readCount(limits.tables(), "the number of tables");
    for (int table = 0; table < tables; table++) {
      readTable(body, budget, hints);
    }
    if (body.remaining() > 0) {
      throw new MalformedBatchException(body.remaining() + " bytes after the end");
    }
    return new Batch(created, (flags & BatchEncoder.HOT_SET) != 0, List.copyOf(hints));
  }

  private ByteReader decompressed(ByteReader in, byte[] batch) throws MalformedBatchException {
    if (compression == null) {
      throw new MalformedBatchException("is compressed, and nothing here decompresses");
    }
    byte[] body = new byte[in.readUnsigned(limits.bodyBytes(), "the length of the body")];
    compression.decompress(batch, in.position(), body);
    return new ByteReader(body, 0);
  }

  /** What a batch may still take. */
  private static final class Budget {

    private int hints;
    private int bytes;

    Budget(int hints, int bytes) {
      this.hints = hints;
      this.bytes = bytes;
    }

    void takeBytes(int taken) throws MalformedBatchException {
      bytes -= taken;
      if (bytes < 0) {
        throw new MalformedBatchException("its keys take too many bytes");
      }
    }
  }

  private void readTable(ByteReader in, Budget budget, List<ReadHint> hints)
      throws MalformedBatchException {
    UUID table = in.readUuid();
    int selectionCount = in.readCount(limits.hints(), "the number of selections");
    List<byte[]> selections = new ArrayList<>();
    for (int i = 0; i < selectionCount; i++) {
      int length = in.readUnsigned(limits.selectionBytes(), "the length of a selection");
      selections.add(in.readBytes(length));
    }
    int count = in.readCount(budget.hints, "the number of hints");
    budget.hints -= count;
    byte[] previous = NOTHING;
    for (int i = 0; i < count; i++) {
      byte[] key = readKey(in, budget, previous);
      int selection =
          selectionCount == 0 ? 0 : in.readUnsigned(selectionCount, "the number of a selection");
      hints.add(new ReadHint(table, key, selection == 0 ? NOTHING : selections.get(selection - 1)));
      previous = key;
    }
  }

  private byte[] readKey(ByteReader in, Budget budget, byte[] previous)
      throws MalformedBatchException {
    int shared = in.readUnsigned(previous.length, "what a key shares with the one before");
    int rest = in.readUnsigned(limits.keyBytes() - shared, "the length of a key");
    if (rest > in.remaining()) {
      throw new MalformedBatchException("a key of " + rest + " bytes in " + in.remaining());
    }
    budget.takeBytes(shared + rest);
    byte[] key = new byte[shared + rest];
    System.arraycopy(previous, 0, key, 0, shared);
    in.readBytes(key, shared, rest);
    return key;
  }
}
