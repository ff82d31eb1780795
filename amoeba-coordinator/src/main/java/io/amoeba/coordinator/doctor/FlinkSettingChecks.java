package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Whether Flink's settings let the coordinator see in time, and place subtasks well. Stateless. */
final class FlinkSettingChecks {

  static final String REST_CACHE = "rest.cache.execution-graph.timeout";

  /** Before Flink 2.3 it is the age of places, too: {@link #REST_CACHE} is not known there. */
  static final String WEB_REFRESH = "web.refresh-interval";

  static final String METRICS = "metrics.fetcher.update-interval";
  static final String WEB_TIMEOUT = "web.timeout";
  static final String WEB_SUBMIT = "web.submit.enable";
  static final String WEB_ORIGIN = "web.access-control-allow-origin";
  static final String SCHEDULER = "jobmanager.scheduler";

  private static final String ANY_ORIGIN = "*";

  private static final long METRICS_DEFAULT_MILLIS = 10_000;
  private static final long METRICS_GOOD_MILLIS = 2_000;
  private static final long WEB_TIMEOUT_DEFAULT_MILLIS = 600_000;
  private static final long WEB_TIMEOUT_GOOD_MILLIS = 60_000;

  /** As fresh the places of subtasks should be, whatever the interval. */
  private static final long STALENESS_GOOD_MILLIS = 1_000;

  private FlinkSettingChecks() {}

  static void check(
      Duration interval,
      RescaleSettings rescale,
      FlinkInspection.Answering flink,
      Findings findings) {
    taskSlots(flink, findings);
    takesJars(rescale, flink, findings);
    flink
        .settings()
        .ifPresentOrElse(
            settings -> {
              staleness(interval, flink, settings, findings);
              metrics(settings, findings);
              rescale(rescale, settings, findings);
              webOrigin(settings, findings);
            },
            () -> unread(rescale, findings));
  }

  private static void unread(RescaleSettings rescale, Findings findings) {
    List<Check> checks = new ArrayList<>(List.of(Check.FLINK_STALENESS, Check.FLINK_METRICS));
    if (rescale.method().isPresent()) {
      checks.add(Check.FLINK_RESCALE);
    }
    checks.forEach(
        check ->
            findings.unknown(
                check,
                "JobManager",
                "its configuration cannot be read (GET /jobmanager/config)",
                "Let this host read it, or compare it with docs/configuration.md."));
  }

  private static void takesJars(
      RescaleSettings rescale, FlinkInspection.Answering flink, Findings findings) {
    boolean refused =
        flink.settings().map(s -> s.getOrDefault(WEB_SUBMIT, "true")).stream()
            .anyMatch("false"::equalsIgnoreCase);
    if (rescale.bySavepoint() && (refused || !flink.takesJars())) {
      findings.add(
          Check.FLINK_RESCALE,
          Severity.ERROR,
          "Flink",
          "takes no jar by its REST interface (application mode, or "
              + WEB_SUBMIT
              + " is false), so that a job that was stopped could not be started again",
          "Run the job in a session cluster with "
              + WEB_SUBMIT
              + " true, or set plans.rescale.method to none or in-place.");
    }
  }

  private static void taskSlots(FlinkInspection.Answering flink, Findings findings) {
    Map<String, String> firstByHost = new HashMap<>();
    for (TaskManager taskManager : flink.taskManagers()) {
      if (taskManager.taskSlots() != 1) {
        findings.add(
            Check.FLINK_TASK_SLOTS,
            Severity.WARNING,
            taskManager.id(),
            "has %d task slots: Flink may put several subtasks there and none elsewhere"
                .formatted(taskManager.taskSlots()),
            "Set taskmanager.numberOfTaskSlots to 1, with as many TaskManagers as nodes.");
      }
      String other = firstByHost.putIfAbsent(taskManager.host(), taskManager.id());
      if (other != null && !taskManager.host().isEmpty()) {
        findings.add(
            Check.FLINK_TASK_SLOTS,
            Severity.NOTE,
            taskManager.id(),
            "shares the host " + taskManager.host() + " with " + other,
            "Run one TaskManager on each host, with a primary beside it.");
      }
    }
    if (flink.taskManagers().isEmpty()) {
      findings.add(
          Check.FLINK_TASK_SLOTS,
          Severity.WARNING,
          "Flink",
          "no TaskManager has registered",
          "Start one on every host with a primary.");
    }
    findings.fine(
        Check.FLINK_TASK_SLOTS,
        "Flink",
        flink.taskManagers().size() + " TaskManagers with one task slot each");
  }

  private static void staleness(
      Duration interval,
      FlinkInspection.Answering flink,
      Map<String, String> settings,
      Findings findings) {
    boolean separate = FlinkVersion.of(flink.version()).map(v -> v.isAtLeast(2, 3)).orElse(true);
    OptionalLong cache =
        separate
            ? millis(settings, REST_CACHE, flink.refreshMillis())
            : OptionalLong.of(flink.refreshMillis());
    if (cache.isEmpty()) {
      return; // Flink itself refuses what it cannot read
    }
    String key = separate ? REST_CACHE : WEB_REFRESH;
    long tolerated = Math.max(STALENESS_GOOD_MILLIS, 2 * interval.toMillis());
    if (cache.getAsLong() > tolerated) {
      findings.add(
          Check.FLINK_STALENESS,
          Severity.WARNING,
          key,
          ("Flink reports nodes of subtasks that are up to %d ms old, and the coordinator reads them every"
                  + " %d ms: two reads agree by the cache alone")
              .formatted(cache.getAsLong(), interval.toMillis()),
          separate
              ? "Set " + key + " to 500 ms."
              : "Set " + key + " to 500: this Flink has no " + REST_CACHE + " (2.3 has).");
    }
    findings.fine(
        Check.FLINK_STALENESS,
        key,
        "places of subtasks are at most " + cache.getAsLong() + " ms old");
  }

  private static void metrics(Map<String, String> settings, Findings findings) {
    OptionalLong update = millis(settings, METRICS, METRICS_DEFAULT_MILLIS);
    if (update.isPresent() && update.getAsLong() == 0) {
      findings.add(
          Check.FLINK_METRICS,
          Severity.WARNING,
          METRICS,
          "Flink collects no metrics, so that no plan's outcome can be measured",
          "Set " + METRICS + " to 1000.");
    } else if (update.isPresent() && update.getAsLong() > METRICS_GOOD_MILLIS) {
      findings.add(
          Check.FLINK_METRICS,
          Severity.NOTE,
          METRICS,
          "rates and local-hit rates are up to %d ms old".formatted(update.getAsLong()),
          "Set " + METRICS + " to 1000.");
    }
    OptionalLong timeout = millis(settings, WEB_TIMEOUT, WEB_TIMEOUT_DEFAULT_MILLIS);
    if (timeout.isPresent() && timeout.getAsLong() > WEB_TIMEOUT_GOOD_MILLIS) {
      findings.add(
          Check.FLINK_METRICS,
          Severity.NOTE,
          WEB_TIMEOUT,
          "after the loss of a TaskManager rates stand still for up to %d ms"
              .formatted(timeout.getAsLong()),
          "Set " + WEB_TIMEOUT + " to 15000.");
    }
    findings.fine(Check.FLINK_METRICS, METRICS, "rates are collected often enough");
  }

  private static void rescale(
      RescaleSettings rescale, Map<String, String> settings, Findings findings) {
    if (rescale.method().isEmpty()) {
      return;
    }
    String scheduler = settings.getOrDefault(SCHEDULER, "default");
    if (rescale.inPlace() && !scheduler.equalsIgnoreCase("adaptive")) {
      findings.add(
          Check.FLINK_RESCALE,
          Severity.ERROR,
          SCHEDULER,
          "is '" + scheduler + "', which does not change the parallelism of a job that runs",
          "Set " + SCHEDULER + " to adaptive, or plans.rescale.method to savepoint.");
    }
    findings.fine(
        Check.FLINK_RESCALE, "plans.rescale.method", "this Flink lets the job be rescaled");
  }

  /** Flink's REST interface asks nobody for a password, so a browser may use it for any page. */
  private static void webOrigin(Map<String, String> settings, Findings findings) {
    String origin = settings.getOrDefault(WEB_ORIGIN, ANY_ORIGIN);
    if (origin.strip().equals(ANY_ORIGIN)) {
      findings.add(
          Check.FLINK_WEB_ORIGIN,
          Severity.WARNING,
          WEB_ORIGIN,
          "is *: any web page in a browser with access to Flink may upload and run a jar",
          "Set "
              + WEB_ORIGIN
              + " to the address of Flink's own page, such as http://jobmanager:8081.");
    }
    findings.fine(
        Check.FLINK_WEB_ORIGIN, WEB_ORIGIN, "web pages of " + origin + " alone may use Flink");
  }

  private static OptionalLong millis(Map<String, String> settings, String key, long absent) {
    String text = settings.get(key);
    return text == null ? OptionalLong.of(absent) : FlinkDuration.millis(text);
  }
}
