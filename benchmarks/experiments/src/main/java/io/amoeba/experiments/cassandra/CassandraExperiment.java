package io.amoeba.experiments.cassandra;

import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures modes in turn, repeatedly, each time on a fresh cluster with the same rows. An
 * experiment defines what it starts and measures there. Confined to one thread.
 *
 * @param <M> how nodes are started
 * @param <R> result of one run
 */
public abstract class CassandraExperiment<M, R> implements Experiment {
  /** For containers that only have to start and connect. */
  protected static final Duration START = Duration.ofMinutes(5);

  private final List<M> modes;
  protected final CassandraOptions options;

  /** For these modes, in their order within each repeat. */
  protected CassandraExperiment(List<M> modes, CassandraOptions options) {
    this.modes = modes;
    this.options = options;
  }

  /** The maximum length of a run, by its parts, without the options' time before and after. */
  protected abstract List<Duration> parts();

  /** Inspects the lab before anything is started. */
  protected void prepare(Lab lab) {}

  /** The nodes of a run. */
  protected abstract CassandraStack.Settings settings(M mode, List<R> before);

  /** More options of {@code bench traffic}, of the process that creates the table. */
  protected List<String> creation() {
    return List.of();
  }

  /**
   * Measures one mode once.
   *
   * @param nodes running, with the rows and all CPUs
   * @param repeat from 1
   * @param before completed runs
   */
  protected abstract R measure(Lab lab, CassandraStack nodes, M mode, int repeat, List<R> before);

  /** Reports on these runs. */
  protected abstract ExperimentReport report(List<R> runs);

  @Override
  public final String expected() {
    int runs = modes.size() * options.repeats();
    Duration each = parts().stream().reduce(options.before().plus(options.after()), Duration::plus);
    return "%s, up to %d minutes%s"
        .formatted(
            runs == 1 ? "One run" : runs + " runs", each.toMinutes(), runs == 1 ? "" : " each");
  }

  @Override
  public final Outputs outputs() {
    return options.outputs();
  }

  @Override
  public final ExperimentReport measure(Consumer<String> progress) {
    Lab lab = Lab.open(options.outputs(), progress);
    prepare(lab);
    List<R> runs = new ArrayList<>();
    TrafficShape traffic = options.traffic();
    progress.accept("Writing %d rows, the same for all runs".formatted(traffic.rows()));
    try (PreparedRows rows =
        PreparedRows.write(
            lab.engine(), traffic.rows(), traffic.fieldLength(), options.sstables())) {
      for (int repeat = 1; repeat <= options.repeats(); repeat++) {
        for (M mode : modes) {
          runs.add(run(lab, rows, mode, repeat, List.copyOf(runs)));
          options.outputs().write(report(List.copyOf(runs)));
        }
      }
    }
    return report(runs);
  }

  private R run(Lab lab, PreparedRows rows, M mode, int repeat, List<R> before) {
    CassandraStack.Settings settings = settings(mode, before);
    lab.progress()
        .accept(
            "%s, %d of %d: starting %d nodes"
                .formatted(mode, repeat, options.repeats(), settings.members()));
    return lab.on(
        CassandraStack.start(lab, settings),
        "%s-%d".formatted(mode, repeat),
        nodes -> {
          lab.say("giving %d rows to every node", options.traffic().rows());
          List<String> creating = new ArrayList<>(List.of("--duration=0s"));
          creating.addAll(creation());
          Waiting.untilEnded("the table is created", START, nodes.traffic(1, creating));
          // At once: the limit is each node's own disk, not the CPUs.
          nodes.members().parallelStream().forEach(rows::importTo);
          return measure(lab, nodes, mode, repeat, before);
        });
  }

  /** Starts traffic with a node as contact, and waits until the first operation has ended. */
  protected static Container startTraffic(CassandraStack nodes, int contact, List<String> options) {
    Container traffic = nodes.traffic(contact, options);
    Waiting.until(
        "the traffic starts",
        START,
        traffic,
        () -> TrafficSecond.LINES.newest(traffic).filter(s -> s.operations() > 0).isPresent());
    return traffic;
  }
}
