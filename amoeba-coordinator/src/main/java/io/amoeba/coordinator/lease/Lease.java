package io.amoeba.coordinator.lease;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One coordinator's lease: it stands by until nobody renews the newest term, takes the next one,
 * renews it, and loses it when it could not renew in time or another has taken a later one. It
 * compares no clocks of different machines: a standby counts the time since it saw the leader's
 * beat change, the leader the time since before it changed it.
 *
 * <p>{@link #step} is confined to one thread and is to be called several times in the length of the
 * lease; everything else is safe for concurrent use.
 */
public final class Lease implements Leadership {

  /** Where it stands. */
  public enum Standing {
    /** Another one leads, or did until a moment ago. */
    STANDS_BY,
    /** It has taken a term and renewed it in time. */
    LEADS,
    /** It led, and never will again: a new lease begins from the start. */
    LOST
  }

  /** Clocks of two machines run at rates that differ by less. */
  private static final double DRIFT = 1.25;

  private final TermStore store;
  private final String holder;
  private final Supplier<String> address;
  private final long lengthNanos;
  private final LongSupplier nanos;

  private volatile Standing standing = Standing.STANDS_BY;
  private volatile long deadlineNanos;
  private volatile Optional<Claim> newest = Optional.empty();
  private volatile String trouble = "";
  private volatile Claim own;
  private long changedNanos;
  private boolean looked;

  /**
   * A lease that stands by.
   *
   * @param holder names this start of this coordinator
   * @param address where others find it
   * @param nanos a clock that nobody sets
   */
  public Lease(
      TermStore store,
      String holder,
      Supplier<String> address,
      Duration length,
      LongSupplier nanos) {
    this.store = store;
    this.own = new Claim(0, holder, "", 0, false);
    this.holder = holder;
    this.address = address;
    this.lengthNanos = length.toNanos();
    this.nanos = nanos;
  }

  /** Looks, and renews or takes a term if it is time to. */
  public synchronized Standing step() {
    long now = nanos.getAsLong();
    if (standing == Standing.LEADS && !isHeld()) {
      standing = Standing.LOST;
    }
    if (standing == Standing.LOST) {
      return standing;
    }
    try {
      Optional<Claim> found = store.newest();
      if (standing == Standing.LEADS) {
        lead(found, now);
      } else {
        standBy(found, now);
      }
      trouble = "";
    } catch (UncheckedIOException e) {
      trouble = String.valueOf(e.getMessage());
    }
    return standing;
  }

  private void lead(Optional<Claim> found, long now) {
    newest = found;
    if (found.isPresent() && found.get().term() > own.term()) {
      standing = Standing.LOST;
      return;
    }
    own = own.next();
    store.keep(own);
    newest = Optional.of(own);
    deadlineNanos = now + lengthNanos; // counted from before others could see the beat
  }

  private void standBy(Optional<Claim> found, long now) {
    if (!looked || !found.equals(newest)) {
      looked = true;
      newest = found;
      changedNanos = now;
    }
    boolean free = found.isEmpty() || found.get().resigned();
    if (free || now - changedNanos > lengthNanos * DRIFT) {
      long term = found.map(Claim::term).orElse(0L) + 1;
      Claim next = new Claim(term, holder, address.get(), 1, false);
      if (store.take(next)) {
        own = next;
        newest = Optional.of(next);
        deadlineNanos = now + lengthNanos;
        standing = Standing.LEADS;
      }
    }
  }

  /** Gives the lead to whoever wants it; to be called when nothing is done any more. */
  public synchronized void resign() {
    boolean held = standing == Standing.LEADS && isHeld();
    standing = Standing.LOST;
    if (held) {
      store.keep(own.resign());
    }
  }

  private boolean isHeld() {
    return standing == Standing.LEADS && nanos.getAsLong() - deadlineNanos < 0;
  }

  @Override
  public long term() {
    return own.term();
  }

  @Override
  public void require() {
    if (!isHeld()) {
      throw new NotLeading(own.term());
    }
  }

  @Override
  public void confirm() {
    require();
    if (store.newest().stream().anyMatch(claim -> claim.term() != own.term())) {
      throw new NotLeading(own.term());
    }
    require();
  }

  /** Where it stands now: the lead ends with its time, also if nobody steps. */
  public Standing standing() {
    return standing == Standing.LEADS && !isHeld() ? Standing.LOST : standing;
  }

  /** The newest claim that was seen. */
  public Optional<Claim> newest() {
    return newest;
  }

  /** Why the store could not be reached at the last step; empty: it could. */
  public String trouble() {
    return trouble;
  }
}
