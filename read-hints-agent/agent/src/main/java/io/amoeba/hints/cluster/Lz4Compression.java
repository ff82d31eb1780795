package io.amoeba.hints.cluster;

import io.amoeba.hints.protocol.batch.Compression;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** With the library that Cassandra brings. Safe for concurrent use. */
public final class Lz4Compression implements Compression {

  private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();

  /** The one that checks bounds of its input, too. */
  private final LZ4SafeDecompressor decompressor = LZ4Factory.fastestInstance().safeDecompressor();

  @Override
  public byte[] compress(byte[] body) {
    return compressor.compress(body);
  }

  @Override
  public void decompress(byte[] compressed, int offset, byte[] body)
      throws MalformedBatchException {
    try {
      int length =
          decompressor.decompress(
              compressed, offset, compressed.length - offset, body, 0, body.length);
      if (length != body.length) {
        throw new MalformedBatchException("decompresses to " + length + " of " + body.length);
      }
    } catch (LZ4Exception e) {
      throw new MalformedBatchException("does not decompress: " + e.getMessage());
    }
  }
}
