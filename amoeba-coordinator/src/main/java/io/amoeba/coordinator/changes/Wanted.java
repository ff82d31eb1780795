package io.amoeba.coordinator.changes;

import java.util.Set;

/**
 * A kind of change that a configuration asks for. Immutable.
 *
 * @param setting that asks for it, such as {@code plans.drain.nodes}
 * @param value of the setting
 * @param does what its plans do, as the rest of a sentence: "moves hash slots"
 * @param halfDone what the next coordinator must find if one was killed within such a plan, as the
 *     rest of a sentence; empty: nothing is ever half done
 * @param needs what its plans need
 */
public record Wanted(String setting, String value, String does, String halfDone, Set<Need> needs) {

  public Wanted {
    needs = Set.copyOf(needs);
  }
}
