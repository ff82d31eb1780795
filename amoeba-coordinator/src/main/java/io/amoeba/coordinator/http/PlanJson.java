package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.DrainStore;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.GrowStore;
import io.amoeba.coordinator.plan.HashSlotMoves;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.MoveHashSlots;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.StartServers;
import io.amoeba.coordinator.plan.migration.MigratingPrimary;
import io.amoeba.coordinator.plan.migration.SpareServer;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.partitioner.placement.HashSlotRange;
import java.util.List;

/** Writes plans. Stateless. */
public final class PlanJson {

  private PlanJson() {}

  static void write(ArrayNode list, List<PlanRecord> records, int atMost) {
    records.stream().limit(atMost).forEach(record -> write(list.addObject(), record));
  }

  /** A plan as lists show it. */
  static void write(ObjectNode node, PlanRecord record) {
    node.put("id", record.id());
    node.put("state", record.state().text());
    node.put("author", record.author());
    node.put("plannedAtMillis", record.plannedAt().toEpochMilli());
    record.endedAt().ifPresent(at -> node.put("endedAtMillis", at.toEpochMilli()));
    record.adaptation().ifPresent(took -> node.put("adaptationMillis", took.toMillis()));
    node.put("progress", record.progress());
    write(node, record.proposal());
    ObjectNode epochs = node.putObject("epochs");
    record.epochs().forEach((edge, epoch) -> epochs.put(edge.operator(), epoch));
    ArrayNode complete = node.putArray("complete");
    record.complete().stream().map(edge -> edge.operator()).sorted().forEach(complete::add);
    if (record.done() instanceof PlanProgress.Moves moved) {
      node.put("hashSlotsDone", moved.hashSlots()).put("keysMoved", moved.keys());
    }
    if (record.done() instanceof PlanProgress.Migrations now) {
      node.put("primariesMigrated", now.primaries());
    }
    if (record.done() instanceof PlanProgress.Starts now) {
      node.put("serversStarted", now.members());
    }
    if (record.done() instanceof PlanProgress.Rescaling now && !now.job().isEmpty()) {
      node.put("rescaledJob", now.job());
    }
    events(node.putArray("events"), record.events());
    record.outcome().ifPresent(outcome -> outcome(node.putObject("outcome"), outcome));
  }

  /** A plan with all its hash slots, which lists leave out for their length. */
  static void explain(ObjectNode node, PlanRecord record) {
    write(node, record);
    ObjectNode owners = node.putObject("owners");
    if (record.plan().action() instanceof HashSlotMoves action) {
      spans(node, action.moves().stream().map(HashSlotMove::hashSlots).toList());
    } else if (record.plan().action() instanceof MigratePrimaries action) {
      spans(node, action.migrations().stream().map(MigratingPrimary::hashSlots).toList());
    }
    for (EdgeAlignment alignment : record.plan().alignments()) {
      ArrayNode ranges = owners.putArray(alignment.edge().operator());
      for (HashSlotRange range : alignment.hashSlots()) {
        ranges.addArray().add(range.from()).add(range.to()).add(range.subtask());
      }
    }
  }

  private static void spans(ObjectNode node, List<List<HashSlotSpan>> moved) {
    ArrayNode movedSpans = node.putArray("movedSpans");
    for (List<HashSlotSpan> one : moved) {
      ArrayNode spans = movedSpans.addArray();
      one.forEach(span -> spans.addArray().add(span.from()).add(span.to()));
    }
  }

  /** Adds the fields of a plan that nobody has decided about. */
  public static void write(ObjectNode node, Proposal proposal) {
    node.put("fingerprint", proposal.fingerprint());
    cost(node.putObject("cost"), proposal);
    gain(node.putObject("gain"), proposal.gain());
    proposal.dryRun().ifPresent(found -> dryRun(node.putObject("dryRun"), proposal, found));
    ChangePlan plan = proposal.plan();
    node.put("reason", plan.reason());
    node.put("action", plan.action().kind());
    node.put("movedHashSlots", plan.movedHashSlots());
    if (plan.action() instanceof MoveHashSlots action) {
      moves(node.putObject("moveHashSlots"), action);
    } else if (plan.action() instanceof GrowStore action) {
      nodes(node.putObject("growStore"), action.nodes(), action);
    } else if (plan.action() instanceof DrainStore action) {
      nodes(node.putObject("drainStore"), action.nodes(), action);
    } else if (plan.action() instanceof StartServers action) {
      starts(node.putObject("startServers"), action);
    } else if (plan.action() instanceof RescaleJob action) {
      rescale(node.putObject("rescaleJob"), action);
    } else if (plan.action() instanceof MigratePrimaries action) {
      migrations(node.putObject("migratePrimaries"), action);
    }
    ArrayNode alignments = node.putArray("alignments");
    for (EdgeAlignment alignment : plan.alignments()) {
      alignments
          .addObject()
          .put("operator", alignment.edge().operator())
          .put("job", alignment.edge().job())
          .put("parallelism", alignment.parallelism())
          .put("movedHashSlots", alignment.movedHashSlots())
          .put("alignedBefore", alignment.alignedBefore())
          .put("alignedAfter", alignment.alignedAfter());
    }
  }

  private static void moves(ObjectNode node, MoveHashSlots action) {
    node.put("operator", action.operator());
    node.put("alignedBefore", action.alignedBefore());
    node.put("alignedAfter", action.alignedAfter());
    eachMove(node.putArray("moves"), action);
  }

  private static void nodes(ObjectNode node, List<String> nodes, HashSlotMoves action) {
    nodes.forEach(node.putArray("nodes")::add);
    operators(node.putArray("operators"), action.shares());
    eachMove(node.putArray("moves"), action);
  }

  private static void starts(ObjectNode node, StartServers action) {
    operators(node.putArray("operators"), action.shares());
    ArrayNode servers = node.putArray("servers");
    for (StartServers.Server server : action.servers()) {
      servers.addObject().put("node", server.node()).put("address", server.address().toString());
    }
  }

  private static void rescale(ObjectNode node, RescaleJob action) {
    node.put("job", action.job())
        .put("name", action.name())
        .put("way", action.way().text())
        .put("from", action.from())
        .put("to", action.to());
    action.nodes().forEach(node.putArray("nodes")::add);
    operators(node.putArray("operators"), action.shares());
  }

  private static void operators(ArrayNode operators, List<AlignedShare> shares) {
    for (AlignedShare share : shares) {
      operators
          .addObject()
          .put("operator", share.operator())
          .put("alignedBefore", share.before())
          .put("alignedAfter", share.after());
    }
  }

  private static void eachMove(ArrayNode moves, HashSlotMoves action) {
    for (HashSlotMove move : action.moves()) {
      moves
          .addObject()
          .put("from", action.address(move.from()))
          .put("fromId", move.from())
          .put("to", action.address(move.to()))
          .put("toId", move.to())
          .put("hashSlots", move.hashSlotCount());
    }
  }

  private static void migrations(ObjectNode node, MigratePrimaries action) {
    node.put("formerPrimary", JsonBody.name(action.old()));
    operators(node.putArray("operators"), action.shares());
    ArrayNode migrations = node.putArray("migrations");
    for (MigratingPrimary migrating : action.migrations()) {
      SpareServer to = migrating.migration().to();
      ObjectNode one = migrations.addObject();
      one.put("from", migrating.from().toString())
          .put("fromId", migrating.migration().primary())
          .put("fromNode", migrating.fromNode())
          .put("to", to.address().toString())
          .put("toNode", to.node())
          .put("hashSlots", migrating.hashSlotCount())
          .put("reason", JsonBody.name(migrating.migration().reason()));
      migrating.keys().ifPresentOrElse(keys -> one.put("keys", keys), () -> one.putNull("keys"));
    }
  }

  private static void cost(ObjectNode node, Proposal proposal) {
    PlanCost cost = proposal.cost();
    node.put("migratedPrimaries", proposal.plan().action().migratedPrimaries());
    node.put("movedHashSlots", cost.movedHashSlots());
    cost.movedKeys()
        .ifPresentOrElse(keys -> node.put("movedKeys", keys), () -> node.putNull("movedKeys"));
    cost.movedBytes()
        .ifPresentOrElse(bytes -> node.put("movedBytes", bytes), () -> node.putNull("movedBytes"));
    cost.expectedDuration().ifPresent(d -> node.put("expectedMillis", d.toMillis()));
  }

  private static void dryRun(ObjectNode node, Proposal proposal, DryRunResult found) {
    PlanAction action = proposal.plan().action();
    node.put("seenAtMillis", found.seenAt().toEpochMilli());
    operators(node.putArray("operators"), action.shares());
    cost(node, proposal);
    node.put("startedServers", action instanceof StartServers starts ? starts.servers().size() : 0);
    node.put(
        "addedSubtasks", action instanceof RescaleJob rescale ? rescale.to() - rescale.from() : 0);
    found.staying().forEach(node.putArray("staying")::add);
    ArrayNode checks = node.putArray("checks");
    for (PlanCheck check : found.checks()) {
      checks
          .addObject()
          .put("check", JsonBody.name(check.subject()))
          .put("outcome", JsonBody.name(check.outcome()))
          .put("text", check.text());
    }
  }

  private static void gain(ObjectNode node, PlanGain gain) {
    node.put("localHitRateBefore", gain.localHitRateBefore());
    node.put("measured", gain.measured());
    node.put("localHitRateAfter", gain.localHitRateAfter());
  }

  private static void events(ArrayNode list, List<PlanEvent> events) {
    for (PlanEvent event : events) {
      list.addObject()
          .put("atMillis", event.at().toEpochMilli())
          .put("state", event.state().text())
          .put("by", event.by())
          .put("note", event.note());
    }
  }

  private static void outcome(ObjectNode node, PlanOutcome outcome) {
    node.put("verdict", outcome.verdict().text());
    performance(node.putObject("before"), outcome.before());
    performance(node.putObject("after"), outcome.after());
  }

  private static void performance(ObjectNode node, Performance performance) {
    node.put("localHitRate", SnapshotJson.known(performance.localHitRate()));
    node.put("recordsPerSecond", SnapshotJson.known(performance.recordsPerSecond()));
  }
}
