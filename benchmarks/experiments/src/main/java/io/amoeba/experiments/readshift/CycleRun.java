package io.amoeba.experiments.readshift;

import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.loops.OperationLog;
import io.amoeba.experiments.loops.OperationLog.Part;
import io.amoeba.experiments.loops.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/**
 * The parts of one cycle, under traffic that runs: the nodes are told what the mode says, and their
 * counters are sampled all the time. Confined to one thread.
 */
final class CycleRun {
  private static final Duration PERIOD = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final int FLUSHES = 3;

  private final ShiftOptions options;
  private final ShiftMode mode;
  private final List<ShiftNode> nodes;
  private final ShiftRows rows;
  private final OperationLog log;
  private final List<CounterSample> samples = new ArrayList<>();

  CycleRun(
      ShiftOptions options,
      ShiftMode mode,
      List<ShiftNode> nodes,
      ShiftRows rows,
      OperationLog log) {
    this.options = options;
    this.mode = mode;
    this.nodes = nodes;
    this.rows = rows;
    this.log = log;
  }

  /**
   * Measures all parts.
   *
   * @param worker the node that is backed up
   */
  WorkFigures measure(ShiftNode worker) {
    long start = System.nanoTime();
    log.enter(Part.STEADY, start);
    pause(options.steady());
    Span steady = new Span(start, System.nanoTime());
    log.enter(Part.WAITING, steady.toNanos());
    List<WorkedNode> worked =
        options.work() == NodeWork.BACKUP ? List.of(backUp(worker)) : compactAll();
    log.enter(Part.AFTER, System.nanoTime());
    long left = start + options.cycle().toNanos() - System.nanoTime();
    pause(Duration.ofNanos(Math.max(WorkFigures.RETURN_NANOS, left)));
    log.close(System.nanoTime());
    return new WorkFigures(List.copyOf(samples), steady, worked);
  }

  private void sample() {
    samples.add(
        new CounterSample(System.nanoTime(), nodes.stream().map(ShiftNode::counters).toList()));
  }

  private void pause(Duration time) {
    await(time, () -> false);
  }

  private boolean await(Duration limit, BooleanSupplier condition) {
    return Waiting.upTo(
        limit,
        PERIOD,
        () -> {
          sample();
          return condition.getAsBoolean();
        });
  }

  private void await(String what, BooleanSupplier condition) {
    if (!await(LONGEST, condition)) {
      throw new IllegalStateException("Timed out after %s until %s".formatted(LONGEST, what));
    }
  }

  private WorkedNode backUp(ShiftNode node) {
    WorkingNode state = new WorkingNode(node, mode);
    state.announce(System.nanoTime());
    if (mode.announces()) {
      pause(Duration.ofNanos(WorkFigures.LEAVING_NANOS));
    }
    log.enter(Part.DURING, System.nanoTime());
    state.begin(System.nanoTime());
    try {
      node.takeSnapshot();
      CompletableFuture<Long> copied = CompletableFuture.supplyAsync(node::copySnapshot);
      await("the snapshot is copied", copied::isDone);
      copied.join();
    } catch (CompletionException e) {
      throw new IllegalStateException(
          "The backup of %s failed: %s".formatted(node, e.getCause()), e);
    } finally {
      node.clearSnapshot();
    }
    state.end(System.nanoTime());
    log.enter(Part.AFTER, System.nanoTime());
    await("reads return to " + node, state::hasReturned);
    return state.worked();
  }

  /** All nodes flush the same rows, until each has enough sstables for a compaction of them all. */
  private List<WorkedNode> compactAll() {
    List<WorkingNode> states = nodes.stream().map(node -> new WorkingNode(node, mode)).toList();
    for (int flush = 1; flush <= FLUSHES; flush++) {
      rows.mark();
      nodes.parallelStream().forEach(ShiftNode::flush);
      boolean last = flush == FLUSHES;
      states.forEach(state -> state.compact(last));
    }
    await(
        "the table is compacted on all nodes, and reads have returned",
        () -> {
          states.forEach(state -> state.compact(/* due= */ true));
          log.enter(part(states), System.nanoTime());
          return states.stream().allMatch(WorkingNode::hasReturned);
        });
    return states.stream().map(WorkingNode::worked).toList();
  }

  private static Part part(List<WorkingNode> states) {
    return states.stream().anyMatch(WorkingNode::works)
        ? Part.DURING
        : states.stream().allMatch(WorkingNode::hasEnded) ? Part.AFTER : Part.WAITING;
  }
}
