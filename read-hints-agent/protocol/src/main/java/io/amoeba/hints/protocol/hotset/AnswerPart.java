package io.amoeba.hints.protocol.hotset;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import java.nio.ByteBuffer;

/**
 * What goes along with each batch of a hot set. Immutable.
 *
 * @param id of the request
 * @param batches that the whole answer has, 1 or more
 */
public record AnswerPart(long id, int batches) {

  private static final int BYTES = Long.BYTES + Integer.BYTES;

  public byte[] encode() {
    return ByteBuffer.allocate(BYTES).putLong(id).putInt(batches).array();
  }

  public static AnswerPart decode(byte[] bytes) throws MalformedBatchException {
    if (bytes.length != BYTES) {
      throw new MalformedBatchException("a part of an answer with " + bytes.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    AnswerPart part = new AnswerPart(in.getLong(), in.getInt());
    if (part.batches < 1) {
      throw new MalformedBatchException("an answer of " + part.batches + " batches");
    }
    return part;
  }
}
