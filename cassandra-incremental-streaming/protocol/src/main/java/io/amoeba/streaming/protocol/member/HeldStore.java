package io.amoeba.streaming.protocol.member;

/**
 * Port: the durable record of what is held for one joining node. {@code save} returns after it, and
 * the node's normal tokens in system.peers_v2, have reached the disk.
 */
@FunctionalInterface
public interface HeldStore {

  void save(HeldJoin held);
}
