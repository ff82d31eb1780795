package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.DrainStore;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.GrowStore;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.StartServers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The text form of a plan book on the disk. A value that is missing or cannot be right is an {@link
 * IllegalArgumentException}. Stateless.
 */
final class PlanFileJson {

  /**
   * The seventh format has plans by which the store leaves nodes, the sixth one those that rescale
   * the job, the fifth one those that start servers, the fourth one those by which the store grows,
   * the third one those that migrate primaries, the second one those by which the store follows a
   * stream; the first one had new maps alone. A book is written in the oldest one but the first
   * that has its plans, for older coordinators.
   */
  private static final int FORMAT = 7;

  private static final int FORMAT_WITHOUT_DRAINS = 6;

  private static final int FORMAT_WITHOUT_RESCALES = 5;

  private static final int FORMAT_WITHOUT_STARTS = 4;

  private static final int FORMAT_WITHOUT_GROWTH = 3;

  private static final int FORMAT_WITHOUT_MIGRATIONS = 2;

  private static final int OLDEST_FORMAT = 1;

  private PlanFileJson() {}

  static ObjectNode write(PlanBook book) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", format(book)).put("made", book.made());
    book.pause()
        .ifPresent(
            pause ->
                root.putObject("pause").put("at", pause.at().toString()).put("by", pause.by()));
    ArrayNode plans = root.putArray("plans");
    book.newestFirst().forEach(plan -> write(plans.addObject(), plan));
    return root;
  }

  private static int format(PlanBook book) {
    List<PlanAction> actions = book.newestFirst().stream().map(p -> p.plan().action()).toList();
    if (actions.stream().anyMatch(DrainStore.class::isInstance)) {
      return FORMAT;
    }
    if (actions.stream().anyMatch(RescaleJob.class::isInstance)) {
      return FORMAT_WITHOUT_DRAINS;
    }
    if (actions.stream().anyMatch(StartServers.class::isInstance)) {
      return FORMAT_WITHOUT_RESCALES;
    }
    if (actions.stream().anyMatch(GrowStore.class::isInstance)) {
      return FORMAT_WITHOUT_STARTS;
    }
    return actions.stream().anyMatch(MigratePrimaries.class::isInstance)
        ? FORMAT_WITHOUT_GROWTH
        : FORMAT_WITHOUT_MIGRATIONS;
  }

  static PlanBook read(JsonNode root) {
    int format = root.path("format").asInt();
    if (format < OLDEST_FORMAT || format > FORMAT) {
      throw new IllegalArgumentException(
          "format is " + root.path("format") + ", not " + OLDEST_FORMAT + " … " + FORMAT);
    }
    if (!root.path("plans").isArray()) {
      throw new IllegalArgumentException("plans is missing");
    }
    List<PlanRecord> plans = new ArrayList<>();
    root.path("plans").forEach(plan -> plans.add(plan(plan)));
    Optional<PlanBook.Pause> pause =
        root.has("pause")
            ? Optional.of(
                new PlanBook.Pause(
                    instant(root.path("pause"), "at"), text(root.path("pause"), "by")))
            : Optional.empty();
    return new PlanBook(plans, root.path("made").asLong(), pause);
  }

  private static void write(ObjectNode node, PlanRecord plan) {
    Proposal proposal = plan.proposal();
    node.put("id", plan.id()).put("author", plan.author());
    node.put("fingerprint", proposal.fingerprint()).put("reason", proposal.plan().reason());
    proposal.cost().movedKeys().ifPresent(keys -> node.put("movedKeys", keys));
    proposal.cost().movedBytes().ifPresent(bytes -> node.put("movedBytes", bytes));
    proposal.cost().expectedDuration().ifPresent(d -> node.put("expectedMillis", d.toMillis()));
    node.put("localHitRateBefore", proposal.gain().localHitRateBefore());
    node.put("localHitRateMeasured", proposal.gain().measured());
    node.put("localHitRateAfter", proposal.gain().localHitRateAfter());
    proposal.dryRun().ifPresent(found -> write(node.putObject("dryRun"), found));
    ActionJson.write(node, plan);
    ArrayNode events = node.putArray("events");
    for (PlanEvent event : plan.events()) {
      events
          .addObject()
          .put("at", event.at().toString())
          .put("state", event.state().name())
          .put("by", event.by())
          .put("note", event.note());
    }
    plan.before().ifPresent(before -> write(node.putObject("before"), before));
    plan.outcome()
        .ifPresent(
            outcome -> {
              ObjectNode measured = node.putObject("outcome");
              write(measured.putObject("before"), outcome.before());
              write(measured.putObject("after"), outcome.after());
              measured.put("verdict", outcome.verdict().name());
            });
  }

  private static void write(ObjectNode node, DryRunResult found) {
    node.put("seenAt", found.seenAt().toString());
    found.staying().forEach(node.putArray("staying")::add);
    ArrayNode checks = node.putArray("checks");
    for (PlanCheck check : found.checks()) {
      checks
          .addObject()
          .put("subject", check.subject().name())
          .put("outcome", check.outcome().name())
          .put("text", check.text());
    }
  }

  /** Plans of older coordinators have none. */
  private static Optional<DryRunResult> dryRun(JsonNode node) {
    if (!node.isObject()) {
      return Optional.empty();
    }
    List<String> staying = new ArrayList<>();
    node.path("staying").forEach(reason -> staying.add(reason.asText()));
    List<PlanCheck> checks = new ArrayList<>();
    for (JsonNode check : node.path("checks")) {
      checks.add(
          new PlanCheck(
              PlanCheck.Subject.valueOf(text(check, "subject")),
              PlanCheck.Outcome.valueOf(text(check, "outcome")),
              text(check, "text")));
    }
    return Optional.of(new DryRunResult(instant(node, "seenAt"), staying, checks));
  }

  /** JSON has no NaN: what is unknown is left out. */
  private static void write(ObjectNode node, Performance performance) {
    if (!Double.isNaN(performance.localHitRate())) {
      node.put("localHitRate", performance.localHitRate());
    }
    if (!Double.isNaN(performance.recordsPerSecond())) {
      node.put("recordsPerSecond", performance.recordsPerSecond());
    }
  }

  private static PlanRecord plan(JsonNode node) {
    ActionJson.Acted acted = ActionJson.read(node);
    ChangePlan plan = new ChangePlan(text(node, "reason"), acted.action());
    Optional<Duration> expected =
        node.has("expectedMillis")
            ? Optional.of(Duration.ofMillis(node.path("expectedMillis").asLong()))
            : Optional.empty();
    Proposal proposal =
        new Proposal(
            plan,
            text(node, "fingerprint"),
            new PlanCost(
                plan.movedHashSlots(),
                count(node, "movedKeys"),
                count(node, "movedBytes"),
                expected),
            new PlanGain(
                number(node, "localHitRateBefore"),
                node.path("localHitRateMeasured").asBoolean(),
                number(node, "localHitRateAfter")),
            dryRun(node.path("dryRun")));
    List<PlanEvent> events = new ArrayList<>();
    for (JsonNode event : node.path("events")) {
      events.add(
          new PlanEvent(
              instant(event, "at"),
              PlanState.valueOf(text(event, "state")),
              text(event, "by"),
              text(event, "note")));
    }
    return new PlanRecord(
        text(node, "id"),
        text(node, "author"),
        proposal,
        events,
        acted.progress(),
        performance(node.path("before")),
        outcome(node.path("outcome")));
  }

  private static OptionalLong count(JsonNode node, String field) {
    return node.has(field) ? OptionalLong.of(node.path(field).asLong()) : OptionalLong.empty();
  }

  private static Optional<Performance> performance(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new Performance(
                node.path("localHitRate").asDouble(Double.NaN),
                node.path("recordsPerSecond").asDouble(Double.NaN)))
        : Optional.empty();
  }

  private static Optional<PlanOutcome> outcome(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new PlanOutcome(
                performance(node.path("before")).orElse(Performance.UNKNOWN),
                performance(node.path("after")).orElse(Performance.UNKNOWN),
                PlanOutcome.Verdict.valueOf(text(node, "verdict"))))
        : Optional.empty();
  }

  private static Instant instant(JsonNode node, String field) {
    return Instant.parse(text(node, field));
  }

  static double number(JsonNode node, String field) {
    if (!node.path(field).isNumber()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asDouble();
  }

  static String text(JsonNode node, String field) {
    if (!node.path(field).isTextual()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asText();
  }
}
