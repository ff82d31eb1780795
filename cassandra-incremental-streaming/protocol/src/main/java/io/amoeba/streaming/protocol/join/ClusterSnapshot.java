package io.amoeba.streaming.protocol.join;

import java.util.List;
import java.util.Optional;

/**
 * The cluster as the joining node knows it at one moment.
 *
 * @param members every other node that may coordinate requests, up or down, joined or not
 * @param fingerprint changes whenever replicas may: replication settings of any keyspace, and
 *     tokens, racks and data centres of every other node
 * @param otherChange another node's join, move or departure that is under way, in words
 */
public record ClusterSnapshot(
    List<Member> members, String fingerprint, Optional<String> otherChange) {

  public ClusterSnapshot {
    members = List.copyOf(members);
  }
}
