package io.amoeba.coordinator.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NewMembersTest {

  private long now = 5_000;
  private final NewMembers members = new NewMembers(() -> now, 30_000);

  @Test
  void aMemberIsSeenWhenItHasBeenOneForAWhile() {
    assertThat(seen("a")).isEmpty();

    now += 29_999;
    assertThat(seen("a", "b")).isEmpty();

    now += 1;
    assertThat(seen("a", "b")).containsExactly("a");
  }

  @Test
  void whoWasAReplicaMeanwhileBeginsAgain() {
    assertThat(seen("a")).isEmpty();
    assertThat(seen()).isEmpty();

    now += 30_000;
    assertThat(seen("a")).isEmpty();
  }

  @Test
  void aStoreThatDoesNotAnswerStaysAsItIs() {
    StoreView lost = new StoreView.Unreachable("cut off");

    assertThat(members.withoutThem(lost)).isSameAs(lost);
  }

  private List<String> seen(String... ids) {
    List<Primary> empty =
        Stream.of(ids).map(id -> new Primary(id, id, 7000, List.of(), List.of())).toList();
    StoreView.Found found =
        (StoreView.Found) members.withoutThem(new StoreView.Found(List.of(), empty));
    return found.empty().stream().map(Primary::id).toList();
  }
}
