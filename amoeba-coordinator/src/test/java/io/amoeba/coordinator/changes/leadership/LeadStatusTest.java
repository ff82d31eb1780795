package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.LeadStatus.Former;
import io.amoeba.coordinator.changes.leadership.LeadStatus.Leader;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who leads, by roles alone: a led when the round began, and d was its replica. */
class LeadStatusTest {

  private final RoundWorld world = new RoundWorld();
  private final SimulatedCluster cluster = world.cluster;

  @Test
  void thePrimaryLeadsUntilTheCandidateOwnsItsHashSlots() {
    assertThat(status()).isEqualTo(new LeadStatus(Leader.FORMER, Former.OWNER));

    cluster.promote("d");
    assertThat(status()).isEqualTo(new LeadStatus(Leader.CANDIDATE, Former.FOLLOWS));
  }

  @Test
  void aFormerPrimaryThatIsSilentIsGoneWhenEveryPrimarySaysSo() {
    cluster.promote("d");
    cluster.node("a").alive = false;
    assertThat(status()).isEqualTo(new LeadStatus(Leader.CANDIDATE, Former.SILENT));

    world.tick(4);
    assertThat(status()).isEqualTo(new LeadStatus(Leader.CANDIDATE, Former.GONE));
  }

  @Test
  void aThirdServerLeadsWhenItOwnsTheHashSlots() {
    cluster.node("s").replicates("a");
    cluster.promote("s");

    assertThat(status()).isEqualTo(new LeadStatus(Leader.OTHER, Former.ELSEWHERE));
  }

  @Test
  void nobodyIsKnownToLeadWhileTheLeaderIsSilentOrTwoClaimTheSame() {
    cluster.node("a").alive = false;
    assertThat(status().leader()).isEqualTo(Leader.UNKNOWN);

    cluster.node("a").alive = true;
    cluster.node("d").owns(List.of(new HashSlotSpan(0, 9)), 9);
    assertThat(status().leader()).isEqualTo(Leader.UNKNOWN);
  }

  private LeadStatus status() {
    return LeadStatus.of(
        world.server("a"),
        world.server("d"),
        List.of(new HashSlotSpan(0, 9)),
        cluster.look(Set.of()));
  }
}
