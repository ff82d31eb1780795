package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.RecordSource;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Generates valid Linear Road input second by second, ordered by time. Equal configurations give
 * equal records; the memory is constant per vehicle on the road. Confined to one thread.
 */
public final class TrafficGenerator implements RecordSource {
  private final GeneratorConfig config;
  private final VehicleNumbers numbers;
  private final List<Expressway> expressways = new ArrayList<>();
  private int nextSecond;

  private TrafficGenerator(GeneratorConfig config) {
    this.config = config;
    SplittableRandom seeds = new SplittableRandom(config.seed());
    List<SplittableRandom> seedOfExpressway = new ArrayList<>();
    for (int x = 0; x < config.expressways(); x++) {
      seedOfExpressway.add(seeds.split());
    }
    numbers = new VehicleNumbers(seeds.split());
    QuerySource queries = new QuerySource(seeds.split(), config.expressways());
    for (int x = 0; x < config.expressways(); x++) {
      expressways.add(new Expressway(x, config, seedOfExpressway.get(x), numbers, queries));
    }
    nextSecond = config.startSecond();
  }

  public static TrafficGenerator of(GeneratorConfig config) {
    return new TrafficGenerator(config);
  }

  @Override
  public boolean hasNextSecond() {
    return nextSecond < config.endSecond();
  }

  @Override
  public int nextSecond(Consumer<InputRecord> sink) {
    if (!hasNextSecond()) {
      throw new NoSuchElementException(
          "all " + config.durationSeconds() + " seconds are generated: call hasNextSecond first");
    }
    for (Expressway expressway : expressways) {
      expressway.generate(nextSecond, sink);
    }
    return nextSecond++;
  }

  /** Emits all remaining records. */
  public void forEach(Consumer<InputRecord> sink) {
    while (hasNextSecond()) {
      nextSecond(sink);
    }
  }

  /** Exceeds all vehicle numbers used so far. */
  public int vehicleLimit() {
    return numbers.limit();
  }
}
