package io.amoeba.linearroad.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/** Input, second by second. Confined to one thread. */
public interface RecordSource extends Closeable {
  boolean hasNextSecond();

  /** Emits all records of the next second that has any, and returns that second. */
  int nextSecond(Consumer<InputRecord> sink);

  @Override
  default void close() throws IOException {}
}
