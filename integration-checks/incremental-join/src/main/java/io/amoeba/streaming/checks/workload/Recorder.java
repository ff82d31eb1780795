package io.amoeba.streaming.checks.workload;

import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.Outcome;
import io.amoeba.streaming.checks.history.Read;
import io.amoeba.streaming.checks.history.VersionSet;
import io.amoeba.streaming.checks.history.Write;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Asks a store and writes down what was asked and answered. */
final class Recorder {
  private final VersionStore store;
  private final LongSupplier nanoTime;
  private final Map<String, AtomicInteger> versions = new ConcurrentHashMap<>();
  private final Queue<Write> writes = new ConcurrentLinkedQueue<>();
  private final Queue<Read> reads = new ConcurrentLinkedQueue<>();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder failedReads = new LongAdder();
  private final Map<String, LongAdder> errors = new ConcurrentSkipListMap<>();

  Recorder(VersionStore store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
  }

  /** Writes the key's next version. */
  Outcome write(int coordinator, String key, Level level) {
    int version = versions.computeIfAbsent(key, absent -> new AtomicInteger()).incrementAndGet();
    long begin = nanoTime.getAsLong();
    Outcome outcome = ask(coordinator, key, version, level);
    writes.add(new Write(key, version, level, coordinator, begin, nanoTime.getAsLong(), outcome));
    if (outcome == Outcome.OK) {
      acknowledged.increment();
    }
    return outcome;
  }

  private Outcome ask(int coordinator, String key, int version, Level level) {
    try {
      store.write(coordinator, key, version, level);
      return Outcome.OK;
    } catch (WriteRefusedException e) {
      return Outcome.FAILED;
    } catch (RuntimeException e) {
      count("write", level, e);
      return Outcome.UNKNOWN;
    }
  }

  private void count(String operation, Level level, RuntimeException error) {
    String kind = "%s at %s: %s".formatted(operation, level, store.kind(error));
    errors.computeIfAbsent(kind, absent -> new LongAdder()).increment();
  }

  /** How often which kind of error came. */
  Map<String, Long> errors() {
    Map<String, Long> counts = new TreeMap<>();
    errors.forEach((kind, count) -> counts.put(kind, count.sum()));
    return counts;
  }

  void read(int coordinator, String key, Level level) {
    long begin = nanoTime.getAsLong();
    try {
      VersionSet seen = store.read(coordinator, key, level);
      reads.add(new Read(key, seen, level, coordinator, begin, nanoTime.getAsLong()));
    } catch (RuntimeException e) {
      count("read", level, e);
      failedReads.increment();
    }
  }

  long acknowledgedWrites() {
    return acknowledged.sum();
  }

  long failedReads() {
    return failedReads.sum();
  }

  List<Write> writes() {
    return List.copyOf(writes);
  }

  List<Read> reads() {
    return List.copyOf(reads);
  }
}
