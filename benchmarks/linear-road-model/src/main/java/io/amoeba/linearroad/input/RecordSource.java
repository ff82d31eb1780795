package io.amoeba.linearroad.input;

import java.io.Closeable;
import java.io.IOException;

/** Input, second by second. Confined to one thread. */
public interface RecordSource extends Closeable {
  /** Whether there is another second. */
  boolean hasNextSecond();

  /** Emits all records of the next second that has any, and returns that second. */
  int nextSecond(RecordSink sink);

  @Override
  default void close() throws IOException {}
}
