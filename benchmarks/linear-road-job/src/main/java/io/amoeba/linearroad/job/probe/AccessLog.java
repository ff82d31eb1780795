package io.amoeba.linearroad.job.probe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of accesses to Redis by one subtask. Written through a memory mapping, so that a killed
 * process loses nothing: a log whose tail were lost could look like lost records. Layout: {@link
 * #MAGIC}, attempt number, name length and name of the operator; then {@link Access} records of
 * {@link Access#BYTES}; zeros after the last one. Confined to the task thread.
 */
final class AccessLog implements Closeable {
  static final int MAGIC = 0x4F50_5231;
  static final String SUFFIX = ".accesses";

  /** Space that is mapped at a time; a multiple of the record size. */
  private static final int CHUNK_BYTES = 65_536 * Access.BYTES;

  private final FileChannel channel;
  private MappedByteBuffer chunk;
  private long chunkStart;

  private AccessLog(FileChannel channel, byte[] header) throws IOException {
    this.channel = channel;
    channel.write(java.nio.ByteBuffer.wrap(header));
    this.chunkStart = header.length;
    this.chunk = channel.map(MapMode.READ_WRITE, chunkStart, CHUNK_BYTES);
  }

  /** Creates a log with a name that no other subtask or attempt has. */
  static AccessLog create(Path folder, String operator, int subtask, int attempt)
      throws IOException {
    Files.createDirectories(folder);
    String prefix = operator.replaceAll("[^A-Za-z0-9]", "_") + "-" + subtask + "-" + attempt + "-";
    Path file = Files.createTempFile(folder, prefix, SUFFIX);
    byte[] name = operator.getBytes(StandardCharsets.UTF_8);
    byte[] header =
        java.nio.ByteBuffer.allocate(3 * Integer.BYTES + name.length)
            .putInt(MAGIC)
            .putInt(attempt)
            .putInt(name.length)
            .put(name)
            .array();
    return new AccessLog(
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE), header);
  }

  void add(Access access) throws IOException {
    if (!chunk.hasRemaining()) {
      chunkStart += CHUNK_BYTES;
      chunk = channel.map(MapMode.READ_WRITE, chunkStart, CHUNK_BYTES);
    }
    access.write(chunk);
  }

  /** Cuts off what was reserved but not used. */
  @Override
  public void close() throws IOException {
    channel.truncate(chunkStart + chunk.position());
    channel.close();
  }
}
