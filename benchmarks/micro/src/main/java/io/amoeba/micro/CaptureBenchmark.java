package io.amoeba.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.amoeba.hints.protocol.capture.CaptureBuffer;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * One answered read on its way into the read-hint buffer, at its default size. The goals: at most
 * 150 ns, and no allocation ({@code -prof gc}).
 */
public class CaptureBenchmark extends TimedBenchmark {

  private static final int ENTRIES = 10_000;

  private final CaptureBuffer<Object, Object> buffer = new CaptureBuffer<>(ENTRIES);
  private final CaptureBuffer<Object, Object> full = new CaptureBuffer<>(ENTRIES);
  private final Object read = new Object();
  private final Object replicas = new Object();
  private final ByteBuffer key = ByteBuffer.wrap("user0000000000000000007".getBytes(UTF_8));
  private int added;

  /** A read that finds room; the average includes emptying the buffer at each 10,000th. */
  @Benchmark
  public boolean capture() {
    if (++added == ENTRIES) {
      added = 0;
      buffer.drain((command, contacted, keys, from, length) -> true);
    }
    return buffer.add(read, replicas, key);
  }

  /** A read that is dropped and counted. */
  @Benchmark
  public boolean captureWhenFull() {
    return full.add(read, replicas, key);
  }
}
