package io.amoeba.hints.operator;

import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counters under the names that table, bean and metrics share. Stateless. */
final class CounterNames {

  private CounterNames() {}

  static Map<String, Long> values(HintCounters counters) {
    Map<String, Long> values = new TreeMap<>();
    values.put("captured", counters.captured.sum());
    values.put("summarised", counters.summarised.sum());
    values.put("without_target", counters.withoutTarget.sum());
    values.put("sent", counters.sent.sum());
    values.put("sent_batches", counters.sentBatches.sum());
    values.put("sent_bytes", counters.sentBytes.sum());
    values.put("received", counters.received.sum());
    values.put("received_batches", counters.receivedBatches.sum());
    values.put("received_bytes", counters.receivedBytes.sum());
    values.put("applied", counters.applied.sum());
    values.put("applied_rows", counters.appliedRows.sum());
    values.put("cut_short", counters.cutShort.sum());
    values.put("hot_set_received", counters.hotSetReceived.sum());
    return values;
  }

  static Map<String, Long> dropped(HintCounters counters, long bufferFull) {
    Map<String, Long> values = new TreeMap<>();
    for (DropReason reason : DropReason.values()) {
      values.put(reason.name().toLowerCase(Locale.ROOT), counters.dropped(reason));
    }
    values.put(DropReason.BUFFER_FULL.name().toLowerCase(Locale.ROOT), bufferFull);
    return values;
  }
}
