package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.FreeTaskSlots;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans more subtasks for the job: one for each node that has hash slots, a task manager with a
 * free task slot, and no subtask, while the job has fewer subtasks than there are nodes with hash
 * slots. With as many, whatever is wrong is where Flink has put them, which a further one would not
 * correct. Nodes on which no subtask is counted on are passed over, whatever Flink does. Stateless,
 * safe for concurrent use. Source: dissertation 5.2.2, figure 5.3.
 */
public final class JobGrowth implements Change<RescaleJob> {

  /**
   * Nodes by what they have. Immutable.
   *
   * @param store those with hash slots
   * @param occupied those with a subtask of any operator that plans are about
   * @param waiting those that could have a subtask
   * @param freeSlots task slots on these
   * @param passedOver those that could have one, too, but on which none is counted on
   * @param open those on which none is counted on, and where Flink could place one all the same
   */
  private record Nodes(
      Set<String> store,
      Set<String> occupied,
      Set<String> waiting,
      int freeSlots,
      Set<String> passedOver,
      Set<String> open) {}

  @Override
  public Class<RescaleJob> action() {
    return RescaleJob.class;
  }

  @Override
  public Class<RescaleProgress> progress() {
    return RescaleProgress.class;
  }

  /** A job that is stopped is started again also where no further one is rescaled. */
  @Override
  public Optional<RescaleOperation> operation(OperationContext context) {
    RescaleSettings settings = context.rules().rescales();
    return settings.method().isPresent() || context.isOpen(RescaleJob.KIND)
        ? Optional.of(new RescaleOperation(context.jobs(), settings.startTimeout()))
        : Optional.empty();
  }

  @Override
  public Optional<Wanted> wanted(ChangeSettings settings) {
    return settings
        .rules()
        .rescales()
        .method()
        .map(
            method ->
                new Wanted(
                    "plans.rescale.method",
                    method.text(),
                    "interrupts the job",
                    "a job that is stopped, and start it",
                    Set.of(Need.JOB, Need.FREE_TASK_SLOTS)));
  }

  @Override
  public Planned plan(PlanningInput input) {
    Optional<StreamJob> found = input.snapshot().job();
    RescaleSettings rules = input.rules().rescales();
    if (rules.method().isEmpty() || found.isEmpty() || !isKnown(found.get(), input)) {
      return Planned.NOTHING;
    }
    StreamJob job = found.get();
    HashSlotHomes homes = new HashSlotHomes(input.snapshot());
    Nodes nodes = nodes(input.snapshot(), job, homes, rules);
    int from = job.planned().stream().mapToInt(StreamOperator::parallelism).max().orElse(0);
    if (nodes.store.size() <= from) {
      return Planned.NOTHING;
    }
    if (nodes.waiting.isEmpty()) {
      return nodes.passedOver.isEmpty()
          ? Planned.NOTHING
          : Planned.skipped(
              List.of(
                  Problem.note(
                      "NODE_FORBIDDEN",
                      "plans.rescale.forbiddenNodes",
                      "the job does not get the subtasks for which task slots are free on %s"
                          .formatted(String.join(", ", nodes.passedOver)),
                      "")));
    }
    int to =
        from + Math.min(Math.min(nodes.waiting.size(), nodes.freeSlots), nodes.store.size() - from);
    List<Problem> obstacles = obstacles(job, to);
    if (!obstacles.isEmpty()) {
      return Planned.skipped(obstacles);
    }
    RescaleJob action =
        new RescaleJob(
            job.id(),
            job.name(),
            rules.method().get(),
            from,
            to,
            List.copyOf(nodes.waiting),
            shares(input, job, homes, nodes, to - from));
    return Planned.of(new ChangePlan(reason(action, nodes), action), List.of());
  }

  private static boolean isKnown(StreamJob job, PlanningInput input) {
    return !job.planned().isEmpty()
        && !input.snapshot().primaries().isEmpty()
        && job.planned().stream()
            .allMatch(
                operator ->
                    operator.settled()
                        && operator.subtasks().size() == operator.parallelism()
                        && input.symptoms().stream().noneMatch(s -> s.blocks(operator.name())));
  }

  private static Nodes nodes(
      ClusterSnapshot snapshot, StreamJob job, HashSlotHomes homes, RescaleSettings rules) {
    Set<String> store = new TreeSet<>(homes.hashSlotsByNode().keySet());
    Set<String> occupied = new TreeSet<>();
    for (StreamOperator operator : job.planned()) {
      for (Subtask subtask : operator.subtasks()) {
        occupied.add(snapshot.nodes().of(subtask));
      }
    }
    Set<String> waiting = new TreeSet<>();
    Set<String> passedOver = new TreeSet<>();
    Set<String> open = new TreeSet<>();
    int freeSlots = 0;
    for (FreeTaskSlots free : snapshot.freeTaskSlots()) {
      String node = snapshot.nodes().of(free);
      if (free.count() == 0) {
        continue;
      }
      boolean wanted = store.contains(node) && !occupied.contains(node);
      if (rules.forbiddenNodes().contains(node)) {
        open.add(node);
        if (wanted) {
          passedOver.add(node);
        }
      } else if (wanted) {
        waiting.add(node);
        freeSlots += free.count();
      }
    }
    return new Nodes(store, occupied, waiting, freeSlots, passedOver, open);
  }

  private static List<Problem> obstacles(StreamJob job, int to) {
    List<Problem> obstacles = new ArrayList<>();
    Set<Integer> parallelisms = new TreeSet<>();
    for (StreamOperator operator : job.planned()) {
      parallelisms.add(operator.parallelism());
      if (operator.maxParallelism() > 0 && to > operator.maxParallelism()) {
        obstacles.add(
            Problem.warning(
                "MAX_PARALLELISM_TOO_SMALL",
                operator.name(),
                "cannot have %d subtasks: the maximum parallelism is %d"
                    .formatted(to, operator.maxParallelism()),
                ""));
      }
    }
    if (parallelisms.size() > 1) {
      obstacles.add(
          Problem.warning(
              "PARALLELISM_DIFFERS",
              job.name(),
              "the job's operators have different numbers of subtasks (%s)".formatted(parallelisms),
              "Rescale it manually."));
    }
    return obstacles;
  }

  private static String reason(RescaleJob action, Nodes nodes) {
    String elsewhere =
        nodes.open.isEmpty()
            ? ""
            : "; task slots on %s are also free, but not used (plans.rescale.forbiddenNodes): Flink may use them nevertheless"
                .formatted(String.join(", ", nodes.open));
    return "the job has %d subtasks for %d nodes with hash slots, and task slots are free on %s: %s%s"
        .formatted(
            action.from(),
            nodes.store.size(),
            String.join(", ", nodes.waiting),
            action.text(),
            elsewhere);
  }

  private static List<AlignedShare> shares(
      PlanningInput input, StreamJob job, HashSlotHomes homes, Nodes nodes, int added) {
    Set<String> then = new HashSet<>(nodes.occupied);
    nodes.waiting.stream().limit(added).forEach(then::add);
    double hosted = homes.shareOn(then);
    List<AlignedShare> shares = new ArrayList<>();
    for (StreamOperator operator : job.planned()) {
      EdgeId edge = new EdgeId(job.id(), operator.name());
      double before =
          operator.customPartitioned()
              ? homes.shareRouted(operator, input.placements().get(edge))
              : homes.shareAtKeyGroup(operator);
      shares.add(new AlignedShare(operator.name(), before, hosted));
    }
    return shares;
  }
}
