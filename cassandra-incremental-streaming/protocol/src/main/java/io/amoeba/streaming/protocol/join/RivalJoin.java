package io.amoeba.streaming.protocol.join;

import java.util.UUID;

/**
 * Another node's incremental join, as this joining node's gossip has it. Two can begin at the same
 * time, when neither has heard of the other yet.
 *
 * @param endpoint its address
 * @param plan its plan
 * @param serves whether it has done any token
 * @param pending whether it has announced any as pending
 */
public record RivalJoin(String endpoint, UUID plan, boolean serves, boolean pending) {

  /** One of both goes first, and both come to the same answer from what they gossip. */
  boolean goesBefore(JoinRecord own) {
    boolean ownServes = !own.done().isEmpty();
    return serves == ownServes ? plan.compareTo(own.plan()) < 0 : serves;
  }
}
