package io.amoeba.coordinator.changes.routing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All states that a model can reach, breadth first, so that the first violation found has a
 * shortest trace. Confined to one thread.
 */
final class StateSpace<S> {

  /** What can happen in a state. */
  interface Model<S> {

    S initial();

    /** Shows each step that is possible in a state. */
    void steps(S state, Steps<S> steps);

    /** Whether what was begun has ended here. */
    boolean isGoal(S state);

    /** Says for people what a step from a state does. */
    String describe(S state, int action);
  }

  /** Takes the steps of a state. */
  interface Steps<S> {

    /**
     * A step to a state.
     *
     * @param isProgress whether it must be possible without faults, and so may be counted on
     */
    void to(int action, boolean isProgress, S next);

    /** A step that must not be possible. */
    default void violates(int action, String rule) {
      throw new AssertionError(rule);
    }
  }

  /**
   * What was found: states, the length of the longest shortest path, whether all states were seen,
   * and the shortest trace of a violation, if any.
   */
  record Result(int states, int depth, boolean exhausted, List<String> trace) {

    boolean holds() {
      return trace.isEmpty();
    }

    /** States, depth, and the rule that was broken, if any. */
    String summary() {
      return "%,d states, depth %d, %s%s"
          .formatted(
              states,
              depth,
              exhausted ? "all explored" : "not all explored",
              holds() ? "" : " " + trace.get(trace.size() - 1));
    }

    /** The same with the trace, a step in each line. */
    String report() {
      return summary() + System.lineSeparator() + String.join(System.lineSeparator(), trace);
    }
  }

  private final Model<S> model;
  private final int mostStates;
  private final Map<S, Integer> numbers = new HashMap<>();
  private final List<S> states = new ArrayList<>();
  private final IntList parents = new IntList();
  private final IntList actions = new IntList();
  private final IntList progressFrom = new IntList();
  private final IntList progressTo = new IntList();
  private int depth;
  private int violator = -1;
  private int violation;
  private @Nullable String broken;

  StateSpace(Model<S> model, int mostStates) {
    this.model = model;
    this.mostStates = mostStates;
  }

  Result explore() {
    add(model.initial(), -1, -1);
    int endOfLevel = 1;
    for (int current = 0; current < states.size() && broken == null; current++) {
      if (current == endOfLevel) {
        depth++;
        endOfLevel = states.size();
      }
      if (states.size() > mostStates) {
        return new Result(states.size(), depth, false, List.of());
      }
      expand(current);
    }
    if (broken != null) {
      List<String> trace = trace(violator);
      trace.add(model.describe(states.get(violator), violation));
      trace.add("=> " + broken);
      return new Result(states.size(), depth, false, trace);
    }
    int stuck = firstWithoutGoal();
    List<String> trace = List.of();
    if (stuck >= 0) {
      trace = trace(stuck);
      trace.add("=> from here the hand-over never ends, although no more faults occur");
    }
    return new Result(states.size(), depth, true, trace);
  }

  private void expand(int current) {
    model.steps(
        states.get(current),
        new Steps<>() {
          @Override
          public void to(int action, boolean isProgress, S next) {
            Integer known = numbers.get(next);
            int number = known == null ? add(next, current, action) : known;
            if (isProgress && number != current) {
              progressFrom.add(current);
              progressTo.add(number);
            }
          }

          @Override
          public void violates(int action, String rule) {
            if (broken == null) {
              violator = current;
              violation = action;
              broken = rule;
            }
          }
        });
  }

  private int add(S state, int parent, int action) {
    int number = states.size();
    numbers.put(state, number);
    states.add(state);
    parents.add(parent);
    actions.add(action);
    return number;
  }

  /** The first state from which no goal is reached by progress alone, or -1. */
  private int firstWithoutGoal() {
    int[] firstEdge = new int[states.size() + 1];
    for (int edge = 0; edge < progressTo.size(); edge++) {
      firstEdge[progressTo.get(edge) + 1]++;
    }
    for (int i = 0; i < states.size(); i++) {
      firstEdge[i + 1] += firstEdge[i];
    }
    int[] sources = new int[progressTo.size()];
    int[] next = firstEdge.clone();
    for (int edge = 0; edge < progressTo.size(); edge++) {
      sources[next[progressTo.get(edge)]++] = progressFrom.get(edge);
    }
    BitSet reaches = new BitSet();
    ArrayDeque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < states.size(); i++) {
      if (model.isGoal(states.get(i))) {
        reaches.set(i);
        open.add(i);
      }
    }
    while (!open.isEmpty()) {
      int target = open.remove();
      for (int edge = firstEdge[target]; edge < firstEdge[target + 1]; edge++) {
        if (!reaches.get(sources[edge])) {
          reaches.set(sources[edge]);
          open.add(sources[edge]);
        }
      }
    }
    int stuck = reaches.nextClearBit(0);
    return stuck < states.size() ? stuck : -1;
  }

  private List<String> trace(int number) {
    List<String> trace = new ArrayList<>();
    for (int at = number; parents.get(at) >= 0; at = parents.get(at)) {
      trace.add(model.describe(states.get(parents.get(at)), actions.get(at)));
    }
    Collections.reverse(trace);
    return trace;
  }

  /** A growing list without boxes. */
  private static final class IntList {
    private int[] values = new int[1 << 16];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int get(int index) {
      return values[index];
    }

    int size() {
      return size;
    }
  }
}
