package io.amoeba.streaming.protocol.join;

import java.util.List;
import java.util.SortedSet;
import java.util.function.ToDoubleFunction;

/** Cuts tokens into steps, in order. Pure: the same input gives the same plan. */
public final class StepPlanner {

  private StepPlanner() {}

  /**
   * Steps for {@code tokens} after {@code done}. A step that would transfer nothing is merged with
   * a neighbour.
   *
   * @param load of a sender, for {@link StepOrder#LEAST_LOADED}
   */
  public static List<SortedSet<Long>> plan(
      SortedSet<Long> done,
      SortedSet<Long> tokens,
      JoinSettings settings,
      Transfers transfers,
      ToDoubleFunction<String> load) {
    throw new UnsupportedOperationException("not written yet");
  }
}
