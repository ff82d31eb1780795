package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.knowledge.DecisionLog.Decision;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanStatus;
import io.amoeba.coordinator.plan.Transfer;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A plan with its history, as the API shows it: Jackson writes the fields that {@code openapi.yaml}
 * describes. Immutable.
 *
 * @param epochs of published maps, by operator
 * @param complete operators that work by their new map
 * @param progressOfKind the numbers of the progress that plans of its kind have
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PlanJson(
    String id,
    String state,
    String author,
    long plannedAtMillis,
    @Nullable Long endedAtMillis,
    @Nullable Long adaptationMillis,
    String progress,
    StatusJson status,
    @JsonUnwrapped ProposalJson proposal,
    Map<String, Long> epochs,
    List<String> complete,
    @JsonAnyGetter Map<String, Object> progressOfKind,
    List<EventJson> events,
    @Nullable OutcomeJson outcome) {

  record StatusJson(int done, int total, String phase, List<Finding> problems) {

    static StatusJson of(PlanRecord record) {
      PlanStatus status = record.status();
      return new StatusJson(
          status.done().done(),
          status.done().total(record.plan()),
          status.phase(),
          Finding.of(status.problems()));
    }
  }

  record EventJson(long atMillis, String state, String by, String note, List<Finding> problems) {

    static EventJson of(PlanEvent event) {
      return new EventJson(
          event.at().toEpochMilli(),
          event.state().text(),
          event.by(),
          event.note(),
          Finding.of(event.problems()));
    }
  }

  @JsonInclude(JsonInclude.Include.ALWAYS)
  record PerformanceJson(@Nullable Double localHitRate, @Nullable Double recordsPerSecond) {

    static PerformanceJson of(Performance performance) {
      return new PerformanceJson(
          SnapshotJson.known(performance.localHitRate()),
          SnapshotJson.known(performance.recordsPerSecond()));
    }
  }

  record OutcomeJson(String verdict, PerformanceJson before, PerformanceJson after) {

    static OutcomeJson of(PlanOutcome outcome) {
      return new OutcomeJson(
          outcome.verdict().text(),
          PerformanceJson.of(outcome.before()),
          PerformanceJson.of(outcome.after()));
    }
  }

  /**
   * A plan with all its hash slots, which lists leave out for their length, and the decisions about
   * it. Immutable.
   *
   * @param owners by operator, {@code [from, to, subtask]} of each range
   * @param movedSpans of each transfer, {@code [from, to]} of each range
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Explained(
      @JsonUnwrapped PlanJson plan,
      Map<String, List<int[]>> owners,
      @Nullable List<List<int[]>> movedSpans,
      List<DecisionJson> decisions) {

    static Explained of(PlanRecord record, List<Decision> decisions) {
      Map<String, List<int[]>> owners = new TreeMap<>();
      for (EdgeAlignment alignment : record.plan().alignments()) {
        owners.put(
            alignment.edge().operator(),
            alignment.hashSlots().stream()
                .map(range -> new int[] {range.from(), range.to(), range.subtask()})
                .toList());
      }
      List<List<int[]>> moved =
          record.plan().action().transfers().stream().map(Explained::spans).toList();
      return new Explained(
          PlanJson.of(record),
          owners,
          moved.isEmpty() ? null : moved,
          decisions.stream().map(DecisionJson::of).toList());
    }

    private static List<int[]> spans(Transfer transfer) {
      return transfer.hashSlots().stream()
          .map((HashSlotSpan span) -> new int[] {span.from(), span.to()})
          .toList();
    }
  }

  static PlanJson of(PlanRecord record) {
    Map<String, Long> epochs = new TreeMap<>();
    record.epochs().forEach((edge, epoch) -> epochs.put(edge.operator(), epoch));
    return new PlanJson(
        record.id(),
        record.state().text(),
        record.author(),
        record.plannedAt().toEpochMilli(),
        record.endedAt().map(Instant::toEpochMilli).orElse(null),
        record.adaptation().map(Duration::toMillis).orElse(null),
        record.progress(),
        StatusJson.of(record),
        ProposalJson.of(record.proposal()),
        epochs,
        record.complete().stream().map(EdgeId::operator).sorted().toList(),
        record.done().fields(),
        record.events().stream().map(EventJson::of).toList(),
        record.outcome().map(OutcomeJson::of).orElse(null));
  }

  /** The first of some plans. */
  static List<PlanJson> of(List<PlanRecord> records, int atMost) {
    return records.stream().limit(atMost).map(PlanJson::of).toList();
  }
}
