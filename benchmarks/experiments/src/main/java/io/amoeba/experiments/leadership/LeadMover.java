package io.amoeba.experiments.leadership;

import io.amoeba.experiments.loops.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets a group work once. Confined to one thread. */
interface LeadMover {

  /** Waits until the lead may change again. */
  default void rest(Group group) {}

  /**
   * Carries out the work; afterwards the primary leads again.
   *
   * @throws IllegalStateException if it fails
   */
  Round carryOut(Group group, Work work);

  /** Leaves the lead where it is. */
  static LeadMover staying() {
    return (group, work) -> {
      Work.Done done = work.carryOut(group, group.primary());
      return new Round(done.span(), done, List.of());
    };
  }

  /**
   * Work with all that was done for its sake. Immutable.
   *
   * @param span of everything
   * @param work as the server did it; null: a server was killed, and it may not have ended
   * @param changes of the lead: from the order, or the end of a killed server, until both servers
   *     have their new roles
   */
  record Round(Span span, Work.@Nullable Done work, List<Span> changes) {}
}
