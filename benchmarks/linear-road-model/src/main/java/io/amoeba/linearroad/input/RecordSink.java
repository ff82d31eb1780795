package io.amoeba.linearroad.input;

/** Takes input records one after the other, on the thread that produces them. */
@FunctionalInterface
public interface RecordSink {
  /** Takes the next record. */
  void accept(InputRecord record);
}
