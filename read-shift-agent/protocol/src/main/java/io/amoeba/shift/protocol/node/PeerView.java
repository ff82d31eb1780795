package io.amoeba.shift.protocol.node;

import java.util.Optional;

/**
 * Another node of the same data centre, as a node sees it. Immutable.
 *
 * @param id that differs for all nodes and stays when the node restarts
 * @param name for operators
 * @param isUp as the failure detector sees it
 * @param sharesRanges whether it may have replicas of this node's token ranges
 * @param state as it was gossiped; empty without the agent, or when it cannot be read
 */
public record PeerView(
    String id, String name, boolean isUp, boolean sharesRanges, Optional<NodeState> state) {}
