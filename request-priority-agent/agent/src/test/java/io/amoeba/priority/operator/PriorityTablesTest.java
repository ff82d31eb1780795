package io.amoeba.priority.operator;

import static io.amoeba.priority.protocol.service.ServiceClass.HIGH;
import static io.amoeba.priority.protocol.service.ServiceClass.LOW;
import static io.amoeba.priority.protocol.service.ServiceClass.NORMAL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.agentchecks.DocumentedOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PriorityTablesTest {

  @BeforeAll
  static void initialize() {
    DatabaseDescriptor.clientInitialization();
  }

  private final OperatedNode node = new OperatedNode();

  @Test
  void eachClassHasARow() {
    node.hold(3);
    node.counters.arrived(NORMAL);
    node.counters.endedUnmarked(TimeUnit.MILLISECONDS.toNanos(3));
    node.counters.heldFor(LOW, TimeUnit.MILLISECONDS.toNanos(20));
    node.counters.arrived(LOW);
    node.counters.arrived(LOW);
    node.counters.ended(LOW, TimeUnit.MILLISECONDS.toNanos(10), TimeUnit.MICROSECONDS.toNanos(100));

    Map<String, Map<String, Object>> rows = ViewRows.of(new ClassesTable(node.figures));

    assertThat(rows).containsOnlyKeys("high", "normal", "low");
    assertThat(rows.get("low"))
        .containsEntry("requests", 2L)
        .containsEntry("completed", 1L)
        .containsEntry("running", 1L)
        .containsEntry("held", 3L)
        .containsEntry("held_total", 3L)
        .containsEntry("aged", 0L)
        .containsEntry("shed", 0L);
    // Within a fifth: that is the histogram's resolution.
    Map<String, Object> low = requireNonNull(rows.get("low"));
    assertThat((Long) low.get("latency_p99_micros")).isBetween(8_000L, 12_000L);
    assertThat((Long) low.get("hop_wait_p95_micros")).isBetween(80L, 120L);
    assertThat(rows.get("high")).containsEntry("running", 1L).containsEntry("requests", 0L);
    assertThat((Long) low.get("held_p99_micros")).isBetween(16_000L, 24_000L);
    Map<String, Object> normal = requireNonNull(rows.get("normal"));
    assertThat(normal).containsEntry("requests", 1L).containsEntry("completed", 1L);
    assertThat((Long) normal.get("latency_p999_micros")).isBetween(2_400L, 3_600L);
    assertThat(normal).containsEntry("held", 0L).doesNotContainKeys("messages_sent", "shed");
  }

  @Test
  void figuresAndSettingsHaveARowEach() {
    node.hold(2);
    node.counters.malformed();
    node.counters.passed(TimeUnit.MILLISECONDS.toNanos(30), true, false);
    node.counters.passed(TimeUnit.MILLISECONDS.toNanos(12), true, true);
    node.counters.passed(TimeUnit.MILLISECONDS.toNanos(50), false, false);

    Map<String, Map<String, Object>> rows =
        ViewRows.of(new PriorityTable(node.figures, node.settings));

    assertThat(rows.get("low_limit")).containsOnly(Map.entry("value", 1L));
    assertThat(rows.get("normal_limit")).containsOnly(Map.entry("value", 128L));
    assertThat(rows.get("normal-limit")).containsOnly(Map.entry("setting", "off"));
    assertThat(rows.get("high_active")).containsOnly(Map.entry("value", 1L));
    assertThat(rows.get("held_bytes")).containsOnly(Map.entry("value", 20L));
    assertThat(rows.get("high_active_millis_total")).containsOnly(Map.entry("value", 42L));
    assertThat(rows.get("gate_closed_millis_total")).containsOnly(Map.entry("value", 12L));
    assertThat(rows.get("malformed")).containsOnly(Map.entry("value", 1L));
    assertThat(rows.get("low-limit")).containsOnly(Map.entry("setting", "auto"));
    assertThat(rows.get("enabled")).containsOnly(Map.entry("setting", "on"));
    assertThat(rows.get("mode")).containsOnly(Map.entry("setting", "act"));
    assertThat(rows.get("hop-wait-target")).containsOnly(Map.entry("setting", "250us"));
    assertThat(rows.get("applications")).containsOnly(Map.entry("setting", "nightly=low"));
  }

  @Test
  void everyDocumentedOptionIsARowAndInTheStartReport() throws Exception {
    Map<String, Map<String, Object>> rows =
        ViewRows.of(new PriorityTable(node.figures, node.settings));
    String report = SettingTexts.line(node.settings);

    for (String key : DocumentedOptions.of(Path.of("../../docs/request-priority.md"))) {
      assertThat(rows.get(key)).as(key).containsOnlyKeys("setting");
      assertThat(report).contains(key + "=" + requireNonNull(rows.get(key)).get("setting"));
    }
    assertThat(report)
        .contains("mode=act", "low-limit=auto", "quiet-time=50ms", "max-hold-time=1s", "nice=10")
        .contains("max-held-percent=50%", "propagate=on", "applications=nightly=low");
  }

  /** Normal requests that are held take bytes of those in flight, too. */
  @Test
  void figuresOfHeldRequestsAreThoseOfBothClasses() {
    node.hold(2);
    node.holdNormal(100);
    node.normalGate.arrive("one too many, whose answer fails", 10, System.nanoTime());

    Map<String, Map<String, Object>> rows =
        ViewRows.of(new PriorityTable(node.figures, node.settings));

    assertThat(rows.get("held_bytes")).containsOnly(Map.entry("value", 1_020L));
    assertThat(rows.get("unanswered")).containsOnly(Map.entry("value", 1L));
    assertThat(rows.get("forgotten")).containsOnly(Map.entry("value", 0L));
  }

  @Test
  void eachUserHasARowAndItsClassesWhenTheyAreKnown() {
    node.users.grant("app", "priority_high");
    node.users.serve("app", HIGH, HIGH, NORMAL);
    node.users.serve("J\u00fcrgen\n", LOW);

    Map<String, Map<String, Object>> rows = ViewRows.of(new UsersTable(node.users.users()));

    assertThat(rows).containsOnlyKeys("app", "J\\u00fcrgen\\u000a");
    assertThat(rows.get("app"))
        .containsEntry("standard_class", "normal")
        .containsEntry("max_class", "high")
        .containsEntry("high", 2L)
        .containsEntry("normal", 1L)
        .containsEntry("low", 0L)
        .containsEntry("refused", 0L);
    assertThat(rows.get("J\\u00fcrgen\\u000a"))
        .containsEntry("low", 1L)
        .doesNotContainKeys("standard_class", "max_class");
  }
}
