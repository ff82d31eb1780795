package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Acknowledgement;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;

/**
 * That every member holds a step's tokens as pending, from a moment on and without a break.
 *
 * <p>Each member's acknowledged epoch at that moment is remembered. It had applied the step by
 * then; a later {@code heldSince} up to that epoch therefore says that nothing was given up in
 * between.
 */
final class Hold {

  private final SortedSet<Long> tokens;
  private final long epoch;

  /** By host id: a member may come back at another address, and has held them all the same. */
  private final Map<String, Long> acknowledged = new HashMap<>();

  private OptionalLong heldAtMillis = OptionalLong.empty();

  /** Of tokens that {@code epoch} announces as pending, for the first time or again. */
  Hold(SortedSet<Long> tokens, long epoch) {
    this.tokens = tokens;
    this.epoch = epoch;
  }

  SortedSet<Long> tokens() {
    return tokens;
  }

  long epoch() {
    return epoch;
  }

  /** Notes the moment at which everybody holds the tokens. */
  void observe(RollCall roll, long nowMillis) {
    if (heldAtMillis.isPresent() || !roll.allAcknowledge(epoch) || roll.anyGaveUp(epoch)) {
      return;
    }
    heldAtMillis = OptionalLong.of(nowMillis);
    roll.cluster()
        .members()
        .forEach(member -> acknowledged.put(member.host(), roll.of(member).epoch()));
  }

  boolean held() {
    return heldAtMillis.isPresent();
  }

  /** Whether writes that did not know of the tokens are over, everywhere. */
  boolean drained(RollCall roll, long nowMillis, long marginMillis) {
    return held()
        && nowMillis - heldAtMillis.getAsLong() >= roll.longestWriteTimeoutMillis() + marginMillis;
  }

  /** Whether a member says that it did not hold the tokens throughout, or is new. */
  boolean broken(RollCall roll) {
    return held()
        && roll.cluster().members().stream()
            .anyMatch(member -> broke(roll.of(member), acknowledged.get(member.host())));
  }

  private static boolean broke(
      Acknowledgement said, @org.jspecify.annotations.Nullable Long epochThen) {
    return epochThen == null || said.heldSince() > epochThen;
  }
}
