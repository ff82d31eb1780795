package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.approve.HeldChange;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.EdgeProgress;
import io.amoeba.coordinator.changes.routing.EdgeState;
import io.amoeba.coordinator.changes.routing.HandOverWatch;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.execute.PlanExecutor;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.SnapshotCollector;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.monitor.ToldEdges;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitor, analyze, plan, execute: one tick at a time, without threads of its own. {@link #tick} is
 * confined to one thread; {@link #confirm} and {@link #isCalm} are safe for concurrent use. Source:
 * dissertation 5.2.
 */
public final class ControlLoop {

  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private final SnapshotCollector collector;

  /**
   * Held during each decision, and while plans end: a plan that ends in between would let the next
   * one be made from an older snapshot.
   */
  private final Object decision = new Object();

  private final Knowledge knowledge;
  private final PlanBoard board;
  private final Hands hands;
  private final OutcomeWatch outcomes;
  private final Calm calm;
  private final PlanRules rules;
  private Mode lastMode;
  private Optional<Sight> lastSight = Optional.empty();

  /** What the loop acts with, and what watches that. Immutable. */
  public record Hands(
      PlacementPublisher publisher,
      Drill drill,
      PlanExecutor executor,
      HandOverWatch watch,
      CoordinatorMeters meters) {}

  /**
   * What is planned, and what becomes of it. Immutable.
   *
   * @param measured how long a plan's operators are measured, before it and after it
   * @param rules what plans must respect
   */
  public record Settings(Duration measured, PlanRules rules) {}

  /**
   * The wall clock, for what people are shown, and the one that nobody sets, for everything else.
   * Immutable.
   */
  public record Clocks(Clock wall, Ticker ticker) {}

  /** A loop over these parts. */
  public ControlLoop(
      SnapshotCollector collector,
      Knowledge knowledge,
      PlanBoard board,
      Hands hands,
      Settings settings,
      Clocks clocks) {
    this.collector = collector;
    this.knowledge = knowledge;
    this.board = board;
    this.hands = hands;
    this.outcomes = new OutcomeWatch(board, knowledge.rates(), settings.measured(), clocks);
    this.calm = new Calm(clocks.ticker());
    this.rules = settings.rules();
    this.lastMode = knowledge.mode();
  }

  /** One round, not at the same time as another. */
  public void tick() {
    long begin = System.nanoTime();
    hands.publisher().refresh();
    Mode mode = knowledge.mode();
    boolean orderedToAct = mode == Mode.ACT && lastMode != Mode.ACT;
    lastMode = mode;
    Optional<Symptom> unready = hands.executor().unready();
    boolean moving = hands.executor().isMoving();
    boolean planIsKnown = lastSight.filter(sight -> !sight.proposals().isEmpty()).isPresent();
    if (orderedToAct && unready.isEmpty() && planIsKnown) {
      // Found by the tick before, and so as good as what another look would find.
      decide(mode, lastSight.orElseThrow());
      confirm();
      return;
    }
    Map<EdgeId, PlacementMap> placements = placements(hands.publisher().progress());
    placements.putAll(hands.drill().planned());
    ClusterSnapshot snapshot = collector.collect(hands.publisher().reports(), placements);
    List<Symptom> symptoms = symptoms(snapshot, unready);
    Sight sight = TickAnalysis.of(snapshot, symptoms, placements, rules, board.book());
    symptoms.addAll(waiting(sight));
    knowledge.found(new Knowledge.Finding(snapshot, symptoms));
    snapshot.job().ifPresent(this::tellOfEdges);
    synchronized (decision) {
      if (unready.isPresent()) {
        sight = Sight.unclear(unready.get().problem());
      } else if (moving && !hands.executor().isMoving()) {
        sight = Sight.unclear("store or job were changed while both were read");
      }
      lastSight = Optional.of(sight);
      // Asked again: somebody may have changed it while both systems were read.
      decide(knowledge.mode(), sight);
      confirm();
      calm.note(sight, board.book().open());
    }
    outcomes.measure();
    hands.meters().ticked(Duration.ofNanos(System.nanoTime() - begin), snapshot, hands.publisher());
  }

  /**
   * Whether nothing has changed for half a minute and nothing is done, so that ticks may come less
   * often. Safe for concurrent use.
   */
  public boolean isCalm() {
    return calm.lasts();
  }

  private void decide(Mode mode, Sight sight) {
    // Asked again: what changes the store may have been interrupted since.
    Sight now =
        hands.executor().unready().map(symptom -> Sight.unclear(symptom.problem())).orElse(sight);
    board
        .review(mode, now)
        .ifPresentOrElse(
            plan -> hands.executor().step(plan, outcomes.before(plan)), hands.executor()::rest);
  }

  private List<Symptom> symptoms(ClusterSnapshot snapshot, Optional<Symptom> unready) {
    List<Symptom> symptoms = new ArrayList<>(Analyzer.analyze(snapshot));
    unready.ifPresent(symptoms::add);
    hands
        .watch()
        .overdue()
        .forEach(
            late ->
                symptoms.add(
                    Symptoms.handOverOverdue(
                        late.edge().operator(), late.epoch(), late.millis(), late.waitingFor())));
    return symptoms;
  }

  /** What is due, but is not planned, or not now. */
  private List<Symptom> waiting(Sight sight) {
    return Stream.concat(
            sight.skipped().stream().map(Symptom::ofSkipped),
            board.held(sight).stream().map(HeldChange::symptom))
        .toList();
  }

  /** Ends plans all of which is done. Safe for concurrent use. */
  public void confirm() {
    synchronized (decision) {
      hands.watch().observe(hands.publisher().progress());
      hands
          .executor()
          .confirm()
          .ifPresent(
              plan -> {
                hands.meters().completed(plan);
                LOG.info(
                    "{} is complete after {} ms",
                    plan.id(),
                    plan.adaptation().map(Duration::toMillis).orElse(0L));
              });
    }
  }

  private void tellOfEdges(StreamJob job) {
    hands.publisher().tell(ToldEdges.of(job));
    forgetOtherJobs(job.id());
  }

  /** A job that was submitted again has another id; its old edges would stay forever. */
  private void forgetOtherJobs(String running) {
    hands
        .publisher()
        .forget(
            hands.publisher().progress().stream()
                .map(progress -> progress.state().edge())
                .filter(edge -> !edge.job().equals(running))
                .collect(Collectors.toSet()));
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
}
