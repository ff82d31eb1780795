package io.amoeba.coordinator.changes.leadership;

import java.util.ArrayList;
import java.util.List;

/** A primary with its replicas, and what requests it serves. Immutable. */
record Shard(ShardMember primary, List<ShardMember> replicas, ShardLoad load) {

  Shard {
    replicas = List.copyOf(replicas);
  }

  /** All of them, the primary first. */
  List<ShardMember> members() {
    List<ShardMember> members = new ArrayList<>(List.of(primary));
    members.addAll(replicas);
    return members;
  }
}
