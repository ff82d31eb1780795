package io.amoeba.linearroad.feed;

import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.input.RecordSink;

/** Input from the traffic generator; equal configurations give equal input. */
public final class GeneratedSource implements RecordSource {
  private final TrafficGenerator generator;

  /** From the first second of the configuration on. */
  public GeneratedSource(GeneratorConfig config) {
    this.generator = TrafficGenerator.of(config);
  }

  @Override
  public boolean hasNextSecond() {
    return generator.hasNextSecond();
  }

  @Override
  public int nextSecond(RecordSink sink) {
    return generator.nextSecond(sink);
  }
}
