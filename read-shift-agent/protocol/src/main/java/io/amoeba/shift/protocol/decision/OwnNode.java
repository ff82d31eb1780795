package io.amoeba.shift.protocol.decision;

import java.util.OptionalInt;

/**
 * A node, as it sees itself. Immutable.
 *
 * @param id as peers see it
 * @param isMember whether it has joined, and neither leaves nor moves
 * @param heedsSeverity whether the dynamic snitch is on and heeds severity; the other nodes are
 *     taken to have the same configuration
 * @param hasOtherSeverity whether an operator or another agent has set its severity
 * @param diskWaitPercent share of the time in which it waits for its disk; empty: unknown
 */
public record OwnNode(
    String id,
    boolean isMember,
    boolean heedsSeverity,
    boolean hasOtherSeverity,
    OptionalInt diskWaitPercent) {}
