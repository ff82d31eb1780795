package io.amoeba.coordinator.http;

import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.amoeba.coordinator.metrics.ProcessMeters;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Meters for Prometheus: always those of the process, and those of job and store while it leads. A
 * coordinator that stands by is no target that is down. Safe for concurrent use.
 */
final class MetricsApi implements HttpApi, AutoCloseable {

  static final String PATH = "/metrics";

  private final ProcessMeters process;
  private final Supplier<LeaseSight> lease;
  private final @Nullable CoordinatorMeters meters;

  /**
   * Meters of the process and of what the coordinator does.
   *
   * @param meters null: it stands by, and has none
   */
  MetricsApi(Supplier<LeaseSight> lease, @Nullable CoordinatorMeters meters) {
    this.process = new ProcessMeters(lease);
    this.lease = lease;
    this.meters = meters;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get(PATH, this::metrics, Access.READ);
  }

  /** Counts a request that an error of the coordinator has ended. */
  void requestFailed() {
    process.requestFailed();
  }

  private void metrics(Context context) {
    String ofTheLead = meters != null && lease.get().leads() ? meters.scrape() : "";
    context
        .contentType("text/plain; version=0.0.4; charset=utf-8")
        .result(process.scrape() + ofTheLead);
  }

  @Override
  public void close() {
    process.close();
  }
}
