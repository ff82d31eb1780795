package io.amoeba.coordinator.metrics;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All meters of the coordinator, with the unit in the description (Prometheus would append a base
 * unit to names that have it already); docs/configuration.md lists them. Times are in seconds,
 * shares 0 … 1. Safe for concurrent use.
 */
public final class CoordinatorMeters {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Timer tick;
  private final Timer adaptation;
  private final Counter adaptations;
  private final Counter movedHashSlots;
  private final MultiGauge localHitRate;
  private final MultiGauge recordsIn;
  private final MultiGauge parallelism;
  private final MultiGauge primaryHashSlots;
  private final MultiGauge epoch;
  private final MultiGauge symptoms;
  private final UpkeepMeters upkeep;
  private final Knowledge knowledge;

  /** Meters of these parts. */
  public CoordinatorMeters(
      Knowledge knowledge, PlanBoard board, PlacementPublisher publisher, Drill drill) {
    tick = timer("amoeba.coordinator.tick", "One round of the control loop");
    adaptation = timer("amoeba.adaptation", "From a plan's decision to its completion everywhere");
    adaptations = counter("amoeba.plans.completed", "plans", "Plans that were completed");
    movedHashSlots =
        counter("amoeba.plans.moved.hash.slots", "hash slots", "Changed owner by completed plans");
    localHitRate =
        multi(
            "amoeba.operator.local.hit.rate", "share", "Store requests that stayed on their node");
    recordsIn = multi("amoeba.operator.records.in.rate", "records/s", "Records that came in");
    parallelism = multi("amoeba.operator.parallelism", "subtasks", "Subtasks of the operator");
    primaryHashSlots = multi("amoeba.primary.hash.slots", "hash slots", "Served by the primary");
    epoch = multi("amoeba.edge.epoch", "epochs", "Epoch of the published placement map");
    symptoms = multi("amoeba.symptoms", "symptoms", "Current symptoms, by code and severity");
    upkeep = new UpkeepMeters(this::multi);
    this.knowledge = knowledge;
    registerSymptoms();
    gauge(
        Gauge.builder("amoeba.alarms", knowledge, CoordinatorMeters::alarms),
        "alarms",
        "Conditions that an operator has to repair, such as a job that does not run");
    gauge(
        Gauge.builder("amoeba.plans.last.failed", board, CoordinatorMeters::lastFailed),
        "0 or 1",
        "Whether the last plan has failed");
    gauge(
        Gauge.builder("amoeba.plans.held", knowledge, k -> count(k, SymptomCode.CHANGE_HELD)),
        "changes",
        "Changes that failed or were undone, and are tried again later");
    gauge(
        Gauge.builder(
            "amoeba.plans.given.up", knowledge, k -> count(k, SymptomCode.CHANGE_GIVEN_UP)),
        "changes",
        "Changes that failed or were undone so often that they wait for an operator");
    gauge(
        Gauge.builder("amoeba.plans.waiting", board, CoordinatorMeters::waiting),
        "plans",
        "Plans that wait for approval");
    gauge(
        Gauge.builder("amoeba.plans.paused", board, b -> b.book().pause().isPresent() ? 1 : 0),
        "0 or 1",
        "1 while all plans are paused");
    gauge(
        // Without Flink none should report, so that their number means nothing.
        Gauge.builder(
            "amoeba.task.managers",
            publisher,
            p -> seesStoreAlone(knowledge) ? Double.NaN : p.reports().size()),
        "task managers",
        "Task managers that report");
    gauge(
        Gauge.builder(
            "amoeba.drill.switches.completed", drill, d -> d.status().completedSwitches()),
        "switches",
        "Switches that the present or last drill completed");
  }

  private static boolean seesStoreAlone(Knowledge knowledge) {
    return knowledge.finding().filter(found -> found.snapshot().isStoreAlone()).isPresent();
  }

  /**
   * Notes a round of the loop. Not while the meters are read: registering a row anew takes the old
   * one away first, so that a reader would miss it, or find it twice and fail.
   */
  public synchronized void ticked(
      Duration took, ClusterSnapshot snapshot, PlacementPublisher publisher) {
    tick.record(took);
    List<StreamOperator> operators = snapshot.job().map(StreamJob::planned).orElse(List.of());
    register(parallelism, operators, o -> (double) o.parallelism());
    register(recordsIn, operators, o -> o.rates().recordsInPerSecond());
    register(
        localHitRate, operators, o -> snapshot.localHitRates().getOrDefault(o.name(), Double.NaN));
    List<MultiGauge.Row<?>> primaries = new ArrayList<>();
    snapshot
        .primaries()
        .forEach(
            p ->
                primaries.add(
                    MultiGauge.Row.of(
                        Tags.of("primary", p.address().toString()), p.hashSlotCount())));
    primaryHashSlots.register(primaries, true);
    List<MultiGauge.Row<?>> epochs = new ArrayList<>();
    publisher
        .progress()
        .forEach(
            p ->
                epochs.add(
                    MultiGauge.Row.of(
                        Tags.of(
                            "job", p.state().edge().job(), "operator", p.state().edge().operator()),
                        p.state().epoch())));
    epoch.register(epochs, true);
    upkeep.renew(snapshot);
    registerSymptoms();
  }

  /** A symptom that is over, or has not been there yet, counts 0: alerts need a series. */
  private void registerSymptoms() {
    Map<Tags, Integer> counts = new LinkedHashMap<>();
    for (SymptomCode code : SymptomCode.values()) {
      counts.put(tags(code.name(), code.severity()), 0);
    }
    for (Symptom symptom : symptoms(knowledge)) {
      Problem problem = symptom.problem();
      counts.merge(tags(problem.code(), problem.severity()), 1, Integer::sum);
    }
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    counts.forEach((tags, count) -> rows.add(MultiGauge.Row.of(tags, count)));
    symptoms.register(rows, true);
  }

  private static Tags tags(String code, Problem.Severity severity) {
    return Tags.of("code", code, "severity", severity.text());
  }

  private static List<Symptom> symptoms(Knowledge knowledge) {
    return knowledge.finding().map(Knowledge.Finding::symptoms).orElse(List.of());
  }

  /** Notes a plan that is complete everywhere. */
  public void completed(PlanRecord record) {
    adaptations.increment();
    movedHashSlots.increment(record.plan().movedHashSlots());
    record.adaptation().ifPresent(adaptation::record);
  }

  private static double alarms(Knowledge knowledge) {
    return symptoms(knowledge).stream()
        .filter(symptom -> symptom.problem().severity() == Problem.Severity.ALARM)
        .count();
  }

  private static double count(Knowledge knowledge, SymptomCode code) {
    return symptoms(knowledge).stream().filter(symptom -> symptom.is(code)).count();
  }

  private static double lastFailed(PlanBoard board) {
    return board.book().newestFirst().stream()
        .limit(1)
        .filter(plan -> plan.state() == PlanState.FAILED)
        .count();
  }

  private static double waiting(PlanBoard board) {
    return board.book().open().filter(p -> p.state() == PlanState.PROPOSED).isPresent() ? 1 : 0;
  }

  /** All meters in Prometheus' text form. */
  public synchronized String scrape() {
    return registry.scrape();
  }

  private interface OperatorValue {
    double of(StreamOperator operator);
  }

  private static void register(
      MultiGauge gauge, List<StreamOperator> operators, OperatorValue value) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (StreamOperator operator : operators) {
      rows.add(MultiGauge.Row.of(Tags.of("operator", operator.name()), value.of(operator)));
    }
    gauge.register(rows, true);
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name).description(description).register(registry);
  }

  private Counter counter(String name, String unit, String description) {
    return Counter.builder(name).description(description + " (" + unit + ")").register(registry);
  }

  private MultiGauge multi(String name, String unit, String description) {
    return MultiGauge.builder(name).description(description + " (" + unit + ")").register(registry);
  }

  private void gauge(Gauge.Builder<?> gauge, String unit, String description) {
    gauge.description(description + " (" + unit + ")").register(registry);
  }
}
