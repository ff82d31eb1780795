package io.amoeba.hints.protocol.batch;

/** Squeezes batches. Implementations are safe for concurrent use. */
public interface Compression {

  byte[] compress(byte[] body);

  /** Fills {@code body} exactly, from {@code compressed} at an offset; refuses anything else. */
  void decompress(byte[] compressed, int offset, byte[] body) throws MalformedBatchException;
}
