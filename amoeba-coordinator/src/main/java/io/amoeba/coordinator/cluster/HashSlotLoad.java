package io.amoeba.coordinator.cluster;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Recent load of each hash slot on its primary: CPU time in microseconds, of which older work
 * counts less. Immutable.
 */
public final class HashSlotLoad {

  private final long[] micros;
  private final long total;

  /** Of every hash slot. */
  public HashSlotLoad(long[] micros) {
    this.micros = micros.clone();
    this.total = LongStream.of(micros).sum();
  }

  /** By hash slot. */
  public long[] micros() {
    return micros.clone();
  }

  /** Of the hash slots of a primary. */
  public long of(Primary primary) {
    return primary.hashSlots().stream()
        .flatMapToInt(span -> IntStream.rangeClosed(span.from(), span.to()))
        .mapToLong(hashSlot -> micros[hashSlot])
        .sum();
  }

  /** Of the whole store. */
  public long totalMicros() {
    return total;
  }
}
