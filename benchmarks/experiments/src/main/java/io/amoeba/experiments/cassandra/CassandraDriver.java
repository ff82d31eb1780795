package io.amoeba.experiments.cassandra;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.ycsb.TrafficSecond;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures modes in turn, again and again, each time on a fresh cluster with the same rows. Logs
 * are kept and the cluster is removed however a run ends. An experiment says what it starts, and
 * what it measures there. Confined to one thread.
 *
 * @param <M> how nodes are started
 * @param <R> what one run showed
 */
public abstract class CassandraDriver<M, R> {
  /** For containers that only have to start and connect. */
  protected static final Duration START = Duration.ofMinutes(5);

  private final Plan<M> plan;
  private final Engine engine;
  private final Images images;
  private final Consumer<String> progress;

  /**
   * What is measured how often.
   *
   * @param modes in their order within each repeat
   * @param rows of ten fields, the same for all runs
   * @param fieldLength characters of a field
   * @param sstables of one size, in which each node has the rows
   */
  public record Plan<M>(
      List<M> modes, int repeats, int rows, int fieldLength, int sstables, Outputs outputs) {
    /** Takes an immutable copy. */
    public Plan {
      modes = List.copyOf(modes);
    }
  }

  /** Prepares it; {@code progress} takes lines for people. */
  protected CassandraDriver(Plan<M> plan, Engine engine, Images images, Consumer<String> progress) {
    this.plan = plan;
    this.engine = engine;
    this.images = images;
    this.progress = progress;
  }

  /**
   * The nodes of a run.
   *
   * @param before runs that have ended
   */
  protected abstract CassandraSettings settings(M mode, List<R> before);

  /** More options of {@code bench ycsb}, of the process that creates the table. */
  protected abstract List<String> creation();

  /**
   * Measures one mode once.
   *
   * @param nodes run, have the rows, and all CPUs
   * @param before runs that have ended
   */
  protected abstract R measure(CassandraStack nodes, M mode, int repeat, List<R> before);

  /** Prints a line about the run that goes on. */
  protected final void say(String line) {
    progress.accept("  " + line);
  }

  /**
   * Measures all.
   *
   * @param soFar takes all runs until then after each of them
   */
  public final List<R> run(Consumer<List<R>> soFar) {
    progress.accept("Images");
    images.build();
    progress.accept("Writing %d rows, the same for all runs".formatted(plan.rows));
    List<R> runs = new ArrayList<>();
    try (PreparedRows rows =
        PreparedRows.write(engine, plan.rows, plan.fieldLength, plan.sstables)) {
      for (int repeat = 1; repeat <= plan.repeats; repeat++) {
        for (M mode : plan.modes) {
          runs.add(run(mode, repeat, rows, List.copyOf(runs)));
          soFar.accept(runs);
        }
      }
    }
    return runs;
  }

  private R run(M mode, int repeat, PreparedRows rows, List<R> before) {
    CassandraSettings settings = settings(mode, before);
    progress.accept(
        "%s, %d of %d: starting %d nodes"
            .formatted(mode, repeat, plan.repeats, settings.members()));
    try (CassandraStack nodes =
        CassandraStack.start(engine, images, settings, waiting -> say("waiting for " + waiting))) {
      try {
        say("giving %d rows to every node".formatted(plan.rows));
        CassandraTable.load(nodes, rows, creation());
        return measure(nodes, mode, repeat, before);
      } finally {
        Path logs = plan.outputs.logs();
        if (logs != null) {
          nodes.stack().saveLogs(logs.resolve("%s-%d".formatted(mode, repeat)));
        }
      }
    }
  }

  /** Starts traffic by way of a node, and waits until the first operation has ended. */
  protected static LineLog<TrafficSecond> startTraffic(
      CassandraStack nodes, int contact, List<String> options) {
    Container traffic = nodes.traffic(contact, options);
    LineLog<TrafficSecond> seconds =
        new LineLog<>(traffic, TrafficSecond.LINE, TrafficSecond.class);
    Waiting.until(
        "the traffic begins",
        START,
        traffic,
        () -> seconds.newest().filter(second -> second.operations() > 0).isPresent());
    return seconds;
  }
}
