package io.amoeba.partitioner.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.Routing;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class AlignedPartitionerTest {

  @Test
  void withoutACoordinatorKeysAreRoutedByHashAlsoAfterItWasShipped() throws Exception {
    AlignedPartitioner<String> partitioner =
        InstantiationUtil.clone(new AlignedPartitioner<String>("Toll", HashSlot::of));
    int[] byHash = Routing.owners(null, 5);

    for (int i = 0; i < 1_000; i++) {
      assertThat(partitioner.partition("key-" + i, 5)).isEqualTo(byHash[HashSlot.of("key-" + i)]);
    }
    assertThat(partitioner.partition("key-1", 1)).isZero();
  }

  @Test
  void namesAndSettingsThatCannotWorkAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AlignedRouting.<String>to(" ", HashSlot::of));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AlignedRouting.<String>to("a -> b", HashSlot::of));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AlignedRouting.<String>to("a", HashSlot::of).handOverBuffer(0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                AlignedRouting.<String>to("a", HashSlot::of).linger(java.time.Duration.ofNanos(1)));
  }
}
