package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.analyze.Symptom;
import io.amoeba.coordinator.execute.Drill;
import io.amoeba.coordinator.execute.EdgeProgress;
import io.amoeba.coordinator.execute.EdgeState;
import io.amoeba.coordinator.execute.HandOverWatch;
import io.amoeba.coordinator.execute.PlacementPublisher;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.monitor.SnapshotCollector;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.Planner;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitor, analyze, plan, execute: one tick at a time, without threads of its own. Confined to one
 * thread. Source: dissertation 5.2.
 */
public final class ControlLoop {

  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private final SnapshotCollector collector;
  private final Knowledge knowledge;
  private final PlacementPublisher publisher;
  private final Drill drill;
  private final HandOverWatch watch;
  private final CoordinatorMeters meters;
  private Mode lastMode = Mode.ACT;

  /** A loop over these parts. */
  public ControlLoop(
      SnapshotCollector collector,
      Knowledge knowledge,
      PlacementPublisher publisher,
      Drill drill,
      HandOverWatch watch,
      CoordinatorMeters meters) {
    this.collector = collector;
    this.knowledge = knowledge;
    this.publisher = publisher;
    this.drill = drill;
    this.watch = watch;
    this.meters = meters;
  }

  /** One round. */
  public void tick() {
    long begin = System.nanoTime();
    publisher.refresh();
    Mode mode = knowledge.mode();
    boolean orderedToAct = mode == Mode.ACT && lastMode == Mode.OBSERVE;
    lastMode = mode;
    Optional<PlanRecord> waiting = knowledge.plans().proposed();
    if (orderedToAct && waiting.isPresent()) {
      // Made by the tick before, and so as good as one that was made after looking again.
      execute(waiting.get());
      confirm();
      return;
    }
    Map<EdgeId, PlacementMap> placements = placements(publisher.progress());
    placements.putAll(drill.planned());
    ClusterSnapshot snapshot = collector.collect(publisher.reports(), placements);
    List<Symptom> symptoms = new ArrayList<>(Analyzer.analyze(snapshot));
    watch
        .overdue()
        .forEach(
            late ->
                symptoms.add(
                    new Symptom.HandOverOverdue(
                        late.edge(), late.epoch(), late.millis(), late.waitingFor())));
    knowledge.found(new Knowledge.Finding(snapshot, symptoms));
    snapshot.job().ifPresent(job -> forgetOtherJobs(job.id()));
    Optional<ChangePlan> plan = Planner.plan(snapshot, symptoms, placements);
    Optional<PlanRecord> record = knowledge.plans().propose(plan);
    if (record.isPresent() && knowledge.mode() == Mode.ACT) {
      execute(record.get());
    }
    confirm();
    meters.ticked(Duration.ofNanos(System.nanoTime() - begin), snapshot, publisher);
  }

  /** Ends plans whose hand-over is complete. Safe for concurrent use. */
  public void confirm() {
    List<EdgeProgress> edges = publisher.progress();
    watch.observe(edges);
    Map<EdgeId, EdgeProgress> progress = new HashMap<>();
    edges.forEach(p -> progress.put(p.state().edge(), p));
    List<PlanRecord> completed =
        knowledge
            .plans()
            .confirm(
                (edge, epoch) -> isComplete(progress.get(edge), epoch),
                (edge, epoch) -> isOver(progress.get(edge), epoch));
    for (PlanRecord record : completed) {
      meters.completed(record);
      LOG.info(
          "{} is complete after {} ms",
          record.id(),
          record.adaptation().map(Duration::toMillis).orElse(0L));
    }
  }

  /** A job that was submitted again has another id; its old edges would stay for ever. */
  private void forgetOtherJobs(String running) {
    publisher.forget(
        publisher.progress().stream()
            .map(progress -> progress.state().edge())
            .filter(edge -> !edge.job().equals(running))
            .collect(Collectors.toSet()));
  }

  private void execute(PlanRecord record) {
    knowledge.plans().tried();
    if (drill.isActive()) {
      record.plan().alignments().forEach(a -> drill.replan(a.edge(), a.parallelism(), a.owners()));
      knowledge.plans().handedOver();
      return;
    }
    List<EdgeAlignment> published = new ArrayList<>();
    Map<EdgeId, Long> epochs = new HashMap<>();
    publisher.together(
        () -> {
          for (EdgeAlignment alignment : record.plan().alignments()) {
            publisher
                .publish(alignment.edge(), alignment.parallelism(), alignment.owners())
                .ifPresent(
                    epoch -> {
                      published.add(alignment);
                      epochs.put(alignment.edge(), epoch);
                    });
          }
        });
    if (!published.isEmpty()) {
      ChangePlan part = new ChangePlan(record.plan().reason(), published);
      knowledge.plans().published(part, epochs);
      LOG.info(
          "{}: {}; {} hash slots move, epochs {}",
          record.id(),
          part.reason(),
          part.movedHashSlots(),
          epochs);
    }
  }

  /**
   * Maps in force or on their way; before the first one it is the hash; an edge beyond ours is
   * unknown.
   */
  private static Map<EdgeId, PlacementMap> placements(List<EdgeProgress> progress) {
    Map<EdgeId, PlacementMap> placements = new HashMap<>();
    for (EdgeProgress edge : progress) {
      EdgeState state = edge.state();
      if (state.highestEpoch() == 0 && edge.routersExpected() > 0) {
        int[] owners = Routing.owners(null, state.parallelism());
        placements.put(state.edge(), PlacementMap.of(1, state.parallelism(), owners));
      } else if (state.epoch() == state.highestEpoch()) {
        state.map().ifPresent(map -> placements.put(state.edge(), map));
      }
    }
    return placements;
  }

  private static boolean isComplete(@Nullable EdgeProgress progress, long epoch) {
    return progress != null && progress.state().epoch() == epoch && progress.complete();
  }

  private static boolean isOver(@Nullable EdgeProgress progress, long epoch) {
    return progress == null || progress.state().epoch() > epoch;
  }
}
