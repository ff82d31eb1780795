package io.amoeba.priority.operator;

import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.amoeba.priority.admission.ClassGates;
import io.amoeba.priority.classify.ClassedUsers;
import io.amoeba.priority.classify.ControlConnections;
import io.amoeba.priority.classify.RoleRefresh;
import io.amoeba.priority.protocol.admission.AdmissionGate;
import io.amoeba.priority.protocol.admission.HighActivity;
import io.amoeba.priority.protocol.service.ServiceClass;
import io.amoeba.priority.settings.PriorityCounters;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The node's figures under the names that tables, bean and metrics share. Reads what is live. Safe
 * for concurrent use.
 */
public final class PriorityFigures {

  private final PriorityCounters counters;
  private final ClassGates gates;
  private final HighActivity high;
  private final SortedMap<String, LongSupplier> node = new TreeMap<>();
  private final Map<ServiceClass, SortedMap<String, LongSupplier>> classes = new TreeMap<>();

  public PriorityFigures(
      PriorityCounters counters,
      ClassGates gates,
      HighActivity high,
      ClassedUsers users,
      RoleRefresh roles,
      ControlConnections control) {
    this.counters = counters;
    this.gates = gates;
    this.high = high;
    for (ServiceClass serviceClass : ServiceClass.values()) {
      classes.put(serviceClass, classFigures(serviceClass));
    }
    node.put("low_limit", gates.low()::limit);
    node.put("normal_limit", gates.normal()::limit);
    node.put("high_active", () -> high.isActive(System.nanoTime()) ? 1 : 0);
    node.put("high_active_millis_total", counters::highActiveMillis);
    node.put("gate_closed_millis_total", counters::gateClosedMillis);
    node.put("held_bytes", gates::heldBytes);
    node.put("nice_threads", counters::niceThreads);
    node.put("malformed", counters::malformedRequests);
    node.put("malformed_messages", counters::malformedMessages);
    node.put("unauthorized", counters::unauthorizedRequests);
    node.put("hook_failures", counters::hookFailures);
    node.put("forgotten", () -> gates.forgotten() + high.forgotten());
    node.put("unanswered", gates::unanswered);
    node.put("control_connections", control::seen);
    node.put("users", () -> users.listed().size());
    node.put("users_unresolved", users::unresolved);
    node.put("unlisted_requests", users::unlistedRequests);
    node.put("role_lookups_failed", roles::failed);
  }

  /** Those of the whole node, by name. */
  SortedMap<String, LongSupplier> node() {
    return node;
  }

  /** Those of a class, by name; the low class has the names of all others, too. */
  SortedMap<String, LongSupplier> of(ServiceClass serviceClass) {
    SortedMap<String, LongSupplier> found = classes.get(serviceClass);
    if (found == null) {
      throw new IllegalStateException("no figures of " + serviceClass);
    }
    return found;
  }

  /** What they are now. */
  static SortedMap<String, Long> values(SortedMap<String, LongSupplier> figures) {
    SortedMap<String, Long> values = new TreeMap<>();
    figures.forEach((name, value) -> values.put(name, value.getAsLong()));
    return values;
  }

  private SortedMap<String, LongSupplier> classFigures(ServiceClass serviceClass) {
    SortedMap<String, LongSupplier> all = new TreeMap<>();
    all.put("requests", () -> counters.arrivals(serviceClass));
    all.put("completed", () -> counters.completed(serviceClass));
    all.put("latency_p50_micros", () -> latency(serviceClass, Snapshot::getMedian));
    all.put("latency_p99_micros", () -> latency(serviceClass, Snapshot::get99thPercentile));
    all.put("latency_p999_micros", () -> latency(serviceClass, Snapshot::get999thPercentile));
    if (serviceClass == ServiceClass.NORMAL) {
      // Stock serves them; their messages carry no class.
      putHeld(all, serviceClass, gates.normal());
      return all;
    }
    all.put("messages_sent", () -> counters.messagesSent(serviceClass));
    all.put("messages_received", () -> counters.messagesReceived(serviceClass));
    all.put(
        "hop_wait_p95_micros",
        () -> micros(counters.hopWait(serviceClass), Snapshot::get95thPercentile));
    if (serviceClass == ServiceClass.HIGH) {
      all.put("running", high::running);
      return all;
    }
    all.put("running", gates.low()::running);
    all.put("shed", () -> gates.low().counts().shed());
    putHeld(all, serviceClass, gates.low());
    return all;
  }

  private void putHeld(
      SortedMap<String, LongSupplier> all, ServiceClass serviceClass, AdmissionGate<?> gate) {
    all.put("held", gate::held);
    all.put("held_total", () -> gate.counts().held());
    all.put(
        "held_p99_micros", () -> micros(counters.held(serviceClass), Snapshot::get99thPercentile));
    all.put("oldest_held_millis", () -> gate.oldestHeldMillis(System.nanoTime()));
    all.put("aged", () -> gate.counts().aged());
  }

  private long latency(ServiceClass serviceClass, ToDoubleFunction<Snapshot> percentile) {
    return micros(counters.latency(serviceClass), percentile);
  }

  private static long micros(Timer timer, ToDoubleFunction<Snapshot> percentile) {
    return TimeUnit.NANOSECONDS.toMicros((long) percentile.applyAsDouble(timer.getSnapshot()));
  }
}
