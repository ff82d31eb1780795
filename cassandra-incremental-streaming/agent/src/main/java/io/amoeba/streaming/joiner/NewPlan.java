package io.amoeba.streaming.joiner;

import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.SenderRanks;
import io.amoeba.streaming.protocol.join.StepPlanner;
import io.amoeba.streaming.ring.Rings;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/** The steps of a join that begins, for the ring as it is. Stateless. */
final class NewPlan {

  private NewPlan() {}

  static List<SortedSet<Long>> steps(
      SortedSet<Long> tokens, JoinSettings settings, ClusterSnapshot snapshot) {
    return StepPlanner.plan(
        Collections.emptySortedSet(),
        tokens,
        settings,
        new RingTransfers(Rings.self()),
        SenderRanks.of(snapshot.members())::of);
  }
}
