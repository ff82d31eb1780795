package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.input.InputFileWriter;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.input.RecordSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Generates valid Linear Road input second by second, ordered by time. Equal configurations and
 * shard counts give equal records; the memory is constant per vehicle on the road. A shard has
 * every n-th expressway, and vehicle and query numbers of its own, so shards can run in parallel.
 * Confined to one thread.
 */
public final class TrafficGenerator implements RecordSource {
  private final GeneratorConfig config;
  private final VehicleNumbers numbers;
  private final List<Expressway> expressways = new ArrayList<>();
  private int nextSecond;

  private TrafficGenerator(GeneratorConfig config, int shard, int shards) {
    this.config = config;
    SplittableRandom seeds = new SplittableRandom(config.seed());
    // Every expressway takes its seed, generated here or not: shards differ only by shared numbers.
    List<SplittableRandom> seedOfExpressway = new ArrayList<>();
    for (int x = 0; x < config.expressways(); x++) {
      seedOfExpressway.add(seeds.split());
    }
    numbers = new VehicleNumbers(shard, shards, seeds.split());
    QuerySource queries = new QuerySource(seeds.split(), config.expressways(), shard, shards);
    for (int x = shard; x < config.expressways(); x += shards) {
      expressways.add(new Expressway(x, config, seedOfExpressway.get(x), numbers, queries));
    }
    nextSecond = config.startSecond();
  }

  public static TrafficGenerator of(GeneratorConfig config) {
    return new TrafficGenerator(config, 0, 1);
  }

  /** The expressways whose number is {@code shard} modulo {@code shards}. */
  public static TrafficGenerator shard(GeneratorConfig config, int shard, int shards) {
    if (shards < 1 || shard < 0 || shard >= shards) {
      throw new IllegalArgumentException(
          "shard " + shard + " of " + shards + ": number the shards from 0 to their count - 1");
    }
    return new TrafficGenerator(config, shard, shards);
  }

  /** Generates all seconds into a file; returns the number of records. */
  public static long writeFile(GeneratorConfig config, Path file) throws IOException {
    try (InputFileWriter writer = InputFileWriter.create(file)) {
      of(config).forEach(writer);
      return writer.records();
    }
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
