package io.amoeba.coordinator.metrics;

import io.amoeba.coordinator.lease.LeaseSight;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * What every coordinator knows, also one that stands by: how it sees the lease, and how its JVM
 * does. Closing ends what listens to the garbage collector. Safe for concurrent use.
 */
public final class ProcessMeters implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics garbageCollector = new JvmGcMetrics();
  private final Supplier<LeaseSight> lease;
  private final Counter failedRequests =
      Counter.builder("amoeba.requests.failed")
          .description("Requests that an error of the coordinator has ended (requests)")
          .register(registry);

  /** Meters of this JVM, and of a lease that is looked at when they are asked for. */
  public ProcessMeters(Supplier<LeaseSight> lease) {
    this.lease = lease;
    gauge("amoeba.lease.leads", "Whether this coordinator leads (0 or 1)", s -> s.leads() ? 1 : 0);
    gauge("amoeba.lease.term", "The newest term that it has seen (terms)", LeaseSight::term);
    gauge(
        "amoeba.lease.waits",
        "Whether something keeps it from leading, or from seeing who does (0 or 1)",
        s -> s.waitsFor().isEmpty() ? 0 : 1);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    garbageCollector.bindTo(registry);
  }

  /** Counts a request that an error of the coordinator has ended, such as too little memory. */
  public void requestFailed() {
    failedRequests.increment();
  }

  private void gauge(String name, String description, ToDoubleFunction<LeaseSight> value) {
    Gauge.builder(name, lease, sight -> value.applyAsDouble(sight.get()))
        .description(description)
        .register(registry);
  }

  /** All of them in Prometheus' text form, which that of other meters may follow. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    garbageCollector.close();
  }
}
