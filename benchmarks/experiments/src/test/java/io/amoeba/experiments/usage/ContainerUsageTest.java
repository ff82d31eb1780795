package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerUsageTest {
  private static final String V1 =
      """
      /sys/fs/cgroup/blkio/blkio.throttle.io_serviced:254:0 Read 120
      /sys/fs/cgroup/blkio/blkio.throttle.io_serviced:8:0 Read 3
      /sys/fs/cgroup/blkio/blkio.throttle.io_service_bytes:254:0 Read 491520
      /sys/fs/cgroup/cpuacct/cpuacct.usage:1500000000
      /sys/fs/cgroup/memory/memory.stat:total_cache 4096
      time:1700000000.250000000
      """;
  private static final String V2 =
      """
      /sys/fs/cgroup/io.stat:254:0 rbytes=491520 wbytes=9 rios=120 wios=7 dbytes=0 dios=0
      /sys/fs/cgroup/io.stat:8:0 rbytes=0 wbytes=0 rios=3 wios=0 dbytes=0 dios=0
      /sys/fs/cgroup/cpu.stat:usage_usec 1500000
      /sys/fs/cgroup/memory.stat:file 4096
      time:1700000000.250000000
      """;

  @Test
  void bothVersionsOfControlGroupsAreRead() {
    ContainerUsage usage =
        new ContainerUsage(
            1_700_000_000.25, 1_500_000_000, new ContainerUsage.DiskReads(123, 491_520), 4_096);

    assertThat(ContainerUsage.parse(V1)).containsExactly(usage);
    assertThat(ContainerUsage.parse(V2)).containsExactly(usage);
  }

  @Test
  void everyMomentCountsByItself() {
    List<ContainerUsage> usage = ContainerUsage.parse(V1 + V1.replace("Read 120", "Read 150"));

    assertThat(usage).hasSize(2);
    assertThat(usage.get(1).reads().since(usage.get(0).reads()))
        .isEqualTo(new ContainerUsage.DiskReads(30, 0));
  }

  @Test
  void aMomentThatIsNotToldToItsEndDoesNotCount() {
    for (int end = V1.length() + 1; end < 2 * V1.length(); end++) {
      assertThat(ContainerUsage.parse((V1 + V1).substring(0, end))).hasSize(1);
    }
  }

  @Test
  void aContainerThatHasReadNothingHasNoLines() {
    assertThat(ContainerUsage.parse("time:1700000000.5\n"))
        .containsExactly(
            new ContainerUsage(1_700_000_000.5, 0, new ContainerUsage.DiskReads(0, 0), 0));
    assertThat(ContainerUsage.parse("")).isEmpty();
  }
}
