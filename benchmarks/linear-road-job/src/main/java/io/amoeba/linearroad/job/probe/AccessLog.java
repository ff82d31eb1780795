package io.amoeba.linearroad.job.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of accesses to Redis by one subtask. Written without a buffer of this process, which loses
 * nothing when it is killed: a log without its tail would look like lost records. Layout: attempt
 * number, name length and name of the operator; then {@link Access} records of {@link
 * Access#BYTES}. Confined to the task thread.
 */
final class AccessLog implements Closeable {
  static final String SUFFIX = ".accesses";

  private final OutputStream file;

  private AccessLog(OutputStream file) {
    this.file = file;
  }

  /** Creates a log with a name that no other subtask or attempt has. */
  static AccessLog create(Path folder, String operator, int subtask, int attempt)
      throws IOException {
    Files.createDirectories(folder);
    String prefix = operator.replaceAll("[^A-Za-z0-9]", "_") + "-" + subtask + "-" + attempt + "-";
    OutputStream file = Files.newOutputStream(Files.createTempFile(folder, prefix, SUFFIX));
    byte[] name = operator.getBytes(StandardCharsets.UTF_8);
    ByteBuffer header = ByteBuffer.allocate(2 * Integer.BYTES + name.length);
    file.write(header.putInt(attempt).putInt(name.length).put(name).array());
    return new AccessLog(file);
  }

  /** Appends accesses that ended together. */
  void add(List<Access> accesses) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(accesses.size() * Access.BYTES);
    accesses.forEach(access -> access.write(bytes));
    file.write(bytes.array());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
