package io.amoeba.streaming.protocol.join;

/** Port: what gossip and the schema say. Called once per tick; must not block. */
@FunctionalInterface
public interface ClusterView {

  ClusterSnapshot snapshot();
}
