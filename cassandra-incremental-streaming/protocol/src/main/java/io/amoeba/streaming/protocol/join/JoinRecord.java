package io.amoeba.streaming.protocol.join;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What a joining node must not forget. Refuses contradictions. Immutable.
 *
 * @param plan drawn once per join; a node that is wiped draws another
 * @param steps the tokens of every step, in order; together they are all of the node's tokens
 * @param done the tokens it serves
 * @param settling the part of them whose losing replicas still take writes
 * @param epoch the last one announced, 0 before the first
 * @param finished whether the join is over and the node an ordinary one
 */
public record JoinRecord(
    UUID plan,
    List<SortedSet<Long>> steps,
    SortedSet<Long> done,
    SortedSet<Long> settling,
    long epoch,
    boolean finished) {

  public JoinRecord {
    steps =
        steps.stream().map(step -> Collections.unmodifiableSortedSet(new TreeSet<>(step))).toList();
    done = Collections.unmodifiableSortedSet(new TreeSet<>(done));
    settling = Collections.unmodifiableSortedSet(new TreeSet<>(settling));
    SortedSet<Long> all = new TreeSet<>();
    for (SortedSet<Long> step : steps) {
      if (step.isEmpty()) {
        throw new IllegalArgumentException("a step without tokens");
      }
      for (Long token : step) {
        if (!all.add(token)) {
          throw new IllegalArgumentException("token " + token + " is in the plan twice");
        }
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a plan without tokens");
    }
    if (!all.containsAll(done) || !done.containsAll(settling)) {
      throw new IllegalArgumentException(
          "done " + done + " must be tokens of the plan, settling " + settling + " a part of them");
    }
    if (epoch < 0) {
      throw new IllegalArgumentException("epoch " + epoch + ": want 0 or more");
    }
    if (finished && (done.size() < all.size() || !settling.isEmpty())) {
      throw new IllegalArgumentException("finished, but not all tokens are done and settled");
    }
  }

  /** A join that has not started. */
  public static JoinRecord fresh(UUID plan, List<SortedSet<Long>> steps) {
    return new JoinRecord(
        plan, steps, Collections.emptySortedSet(), Collections.emptySortedSet(), 0, false);
  }

  /** All tokens of the node, ascending. */
  public SortedSet<Long> tokens() {
    SortedSet<Long> all = new TreeSet<>();
    steps.forEach(all::addAll);
    return Collections.unmodifiableSortedSet(all);
  }

  /**
   * The done tokens as Cassandra's own tables have them: never all of them before the join is
   * finished. Then a start without the agent ends at once, because the number of tokens is wrong;
   * it would make this an ordinary node while losing replicas must still take writes.
   */
  public SortedSet<Long> doneForCassandra() {
    return finished || !remainingSteps().isEmpty() ? done : done.headSet(done.last());
  }

  /** The steps that are not done yet, in order, without their done tokens. */
  public List<SortedSet<Long>> remainingSteps() {
    List<SortedSet<Long>> remaining = new ArrayList<>();
    for (SortedSet<Long> step : steps) {
      if (Collections.disjoint(step, done)) {
        remaining.add(step);
      } else if (!done.containsAll(step)) {
        SortedSet<Long> rest = new TreeSet<>(step);
        rest.removeAll(done);
        remaining.add(Collections.unmodifiableSortedSet(rest));
      }
    }
    return remaining;
  }
}
