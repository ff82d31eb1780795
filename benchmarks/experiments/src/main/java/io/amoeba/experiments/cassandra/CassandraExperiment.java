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
import java.util.stream.IntStream;

/**
 * Measures modes in turn, again and again, each time on a fresh cluster with the same rows. An
 * experiment says what it starts, and what it measures there. Confined to one thread.
 *
 * @param <M> how nodes are started
 * @param <R> what one run showed
 */
public abstract class CassandraExperiment<M, R> implements Experiment {
  /** For containers that only have to start and connect. */
  protected static final Duration START = Duration.ofMinutes(5);

  private final List<M> modes;
  private final CassandraOptions options;

  /** One mode, measured once; {@code repeat} from 1. */
  private record Case<M>(M mode, int repeat) {}

  /**
   * Prepares it.
   *
   * @param modes in their order within each repeat
   */
  protected CassandraExperiment(List<M> modes, CassandraOptions options) {
    this.modes = List.copyOf(modes);
    this.options = options;
  }

  /**
   * How long a run takes at most, but for the options' time before and after.
   *
   * @return its parts
   */
  protected abstract List<Duration> parts();

  /** Looks at the lab before anything is started. */
  protected void prepare(Lab lab) {}

  /** The nodes of a run. */
  protected abstract CassandraSettings settings(M mode, List<R> before);

  /** More options of {@code bench traffic}, of the process that creates the table. */
  protected abstract List<String> creation();

  /**
   * Measures one mode once.
   *
   * @param nodes run, have the rows, and all CPUs
   * @param before runs that have ended
   */
  protected abstract R measure(Lab lab, CassandraStack nodes, M mode, int repeat, List<R> before);

  /** What these runs showed. */
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
    List<Case<M>> cases =
        IntStream.rangeClosed(1, options.repeats())
            .boxed()
            .flatMap(repeat -> modes.stream().map(mode -> new Case<>(mode, repeat)))
            .toList();
    lab.title("Writing %d rows, the same for all runs".formatted(options.traffic().rows()));
    TrafficShape traffic = options.traffic();
    try (PreparedRows rows =
        PreparedRows.write(
            lab.engine(), traffic.rows(), traffic.fieldLength(), options.sstables())) {
      return lab.<Case<M>, R>measure(
          cases,
          (subject, before) -> run(lab, rows, subject, before),
          (subject, failure) -> {
            throw failure;
          },
          this::report);
    }
  }

  private R run(Lab lab, PreparedRows rows, Case<M> subject, List<R> before) {
    M mode = subject.mode;
    CassandraSettings settings = settings(mode, before);
    lab.title(
        "%s, %d of %d: starting %d nodes"
            .formatted(mode, subject.repeat, options.repeats(), settings.members()));
    return lab.on(
        CassandraStack.start(lab, settings),
        "%s-%d".formatted(mode, subject.repeat),
        nodes -> {
          lab.say("giving %d rows to every node".formatted(options.traffic().rows()));
          List<String> creating = new ArrayList<>(List.of("--duration=0s"));
          creating.addAll(creation());
          Waiting.untilEnded("the table is created", START, nodes.traffic(1, creating));
          // At once: each is limited to its own reads of the disk, not by its processors.
          nodes.members().parallelStream().forEach(rows::importTo);
          return measure(lab, nodes, mode, subject.repeat, before);
        });
  }

  /** Starts traffic by way of a node, and waits until the first operation has ended. */
  protected static Container startTraffic(CassandraStack nodes, int contact, List<String> options) {
    Container traffic = nodes.traffic(contact, options);
    Waiting.until(
        "the traffic begins",
        START,
        traffic,
        () -> TrafficSecond.LINES.newest(traffic).filter(s -> s.operations() > 0).isPresent());
    return traffic;
  }
}
