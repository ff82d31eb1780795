package io.amoeba.hints.protocol.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetPolicyTest {

  /** Three replicas in "here", racks 1 to 3, of which A has answered; three in "there". */
  private static final List<ReplicaPlace<String>> REPLICAS =
      List.of(
          new ReplicaPlace<>("A", "here", "r1", true, true),
          new ReplicaPlace<>("B", "here", "r2", false, true),
          new ReplicaPlace<>("C", "here", "r3", false, false),
          new ReplicaPlace<>("D", "there", "r1", false, true),
          new ReplicaPlace<>("E", "there", "r1", false, true),
          new ReplicaPlace<>("F", "there", "r2", false, true));

  @Test
  void allIsEveryReachableReplicaThatWasNotContacted() {
    assertThat(TargetPolicy.ALL.targets(REPLICAS, "here")).containsExactly("B", "D", "E", "F");
  }

  @Test
  void oneIsTheFirst() {
    assertThat(TargetPolicy.ONE.targets(REPLICAS, "here")).containsExactly("B");
  }

  @Test
  void regionOneIsOneInEachRemoteDataCentre() {
    assertThat(TargetPolicy.REGION_ONE.targets(REPLICAS, "here")).containsExactly("D");
  }

  @Test
  void rackOneIsOneInEachRackThatIsCold() {
    assertThat(TargetPolicy.RACK_ONE.targets(REPLICAS, "here")).containsExactly("B", "D", "F");
  }

  @Test
  void noHintIsSentIfAllReplicasAnswered() {
    List<ReplicaPlace<String>> warm = List.of(new ReplicaPlace<>("A", "here", "r1", true, true));

    for (TargetPolicy policy : TargetPolicy.values()) {
      assertThat(policy.targets(warm, "there")).isEmpty();
    }
  }

  @Test
  void aWindowHasAsManyPlacesAsItsLimit() {
    PeerWindow window = new PeerWindow();

    assertThat(window.tryEnter(2)).isTrue();
    assertThat(window.tryEnter(2)).isTrue();
    assertThat(window.tryEnter(2)).isFalse();
    window.leave();
    assertThat(window.tryEnter(2)).isTrue();
    assertThat(window.inFlight()).isEqualTo(2);
  }
}
