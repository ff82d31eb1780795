package io.amoeba.freshreads.read;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The reads that one replica has been sent, until they are answered or asked at the primary. Any
 * thread adds without a lock; the timer's thread sweeps.
 */
final class UnansweredReads {

  /*
   * A stack linked through the reads themselves, so that a read allocates nothing for it. The sweep
   * takes the whole stack at once, which leaves no room for a read that comes back meanwhile.
   */

  private final AtomicReference<@Nullable FreshRead<?, ?, ?, ?>> added = new AtomicReference<>();
  private final ArrayDeque<FreshRead<?, ?, ?, ?>> waiting = new ArrayDeque<>();

  void add(FreshRead<?, ?, ?, ?> read) {
    @Nullable FreshRead<?, ?, ?, ?> former;
    do {
      former = added.get();
      read.linkTo(former);
    } while (!added.compareAndSet(former, read));
  }

  /**
   * Forgets answered reads, and lets overdue ones be asked at the primary.
   *
   * @return whether a read was given up, because the replica has left it unanswered for too long
   */
  boolean sweep(long nowNanos, long hedgeAfterNanos, HedgeSettings settings, HedgeBudget budget) {
    @Nullable FreshRead<?, ?, ?, ?> read = added.getAndSet(null);
    while (read != null) {
      if (!read.isAnsweredByReplica()) {
        waiting.add(read);
      }
      read = read.unlink();
    }
    boolean gaveUp = false;
    for (Iterator<FreshRead<?, ?, ?, ?>> reads = waiting.iterator(); reads.hasNext(); ) {
      FreshRead<?, ?, ?, ?> late = reads.next();
      long waitedNanos = late.waitedNanos(nowNanos);
      if (late.isAnsweredByReplica()) {
        reads.remove();
      } else if (waitedNanos >= settings.giveUpNanos(late.boundNanos())) {
        reads.remove();
        gaveUp = true;
        late.giveUpReplica();
      } else if (waitedNanos >= hedgeAfterNanos && late.canBeHedged() && budget.take()) {
        late.hedge();
      }
    }
    return gaveUp;
  }
}
