package io.amoeba.coordinator.changes.leadership;

import java.util.ArrayList;
import java.util.List;

/** A primary with its replicas, and what requests it serves. Immutable. */
record Group(GroupMember primary, List<GroupMember> replicas, GroupLoad load) {

  Group {
    replicas = List.copyOf(replicas);
  }

  /** All of them, the primary first. */
  List<GroupMember> members() {
    List<GroupMember> members = new ArrayList<>(List.of(primary));
    members.addAll(replicas);
    return members;
  }
}
