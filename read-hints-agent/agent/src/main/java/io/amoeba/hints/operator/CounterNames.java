package io.amoeba.hints.operator;

import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Counters under the names that table, bean and metrics share. Stateless. */
final class CounterNames {

  private CounterNames() {}

  static SortedMap<String, LongSupplier> counters(HintCounters counters) {
    SortedMap<String, LongSupplier> all = new TreeMap<>();
    all.put("captured", counters.captured::sum);
    all.put("captured_ranges", counters.capturedRanges::sum);
    all.put("deduplicated", counters.deduplicated::sum);
    all.put("without_target", counters.withoutTarget::sum);
    all.put("sent", counters.sent::sum);
    all.put("sent_batches", counters.sentBatches::sum);
    all.put("sent_bytes", counters.sentBytes::sum);
    all.put("received", counters.received::sum);
    all.put("received_batches", counters.receivedBatches::sum);
    all.put("received_bytes", counters.receivedBytes::sum);
    all.put("applied", counters.applied::sum);
    all.put("applied_rows", counters.appliedRows::sum);
    all.put("cut_short", counters.cutShort::sum);
    all.put("hot_set_received", counters.hotSetReceived::sum);
    all.put("hot_set_put_off", counters.hotSetPutOff::sum);
    all.put("hot_set_pulls", counters.hotSetPulls::sum);
    return all;
  }

  static SortedMap<String, LongSupplier> dropped(HintCounters counters, CapturedReads captured) {
    SortedMap<String, LongSupplier> all = new TreeMap<>();
    for (DropReason reason : DropReason.values()) {
      all.put(
          reason.name().toLowerCase(Locale.ROOT),
          // The buffer counts its own.
          reason == DropReason.BUFFER_FULL ? captured::dropped : () -> counters.dropped(reason));
    }
    return all;
  }

  /** What they are now. */
  static Map<String, Long> values(SortedMap<String, LongSupplier> counters) {
    Map<String, Long> values = new TreeMap<>();
    counters.forEach((name, value) -> values.put(name, value.getAsLong()));
    return values;
  }
}
