package io.amoeba.partitioner.function;

import org.apache.flink.util.OutputTag;

/** Where an {@link AlignedFunction} sends its results. Confined to the task thread. */
public interface Emitter<O> {

  /** Emits to the main output; the time stamp in milliseconds is usually that of the input. */
  void emit(O value, long timestamp);

  /** Emits to a side output. */
  <X> void emit(OutputTag<X> tag, X value, long timestamp);
}
