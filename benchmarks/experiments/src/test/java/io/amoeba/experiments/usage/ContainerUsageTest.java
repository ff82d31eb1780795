package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Values;
import java.util.List;
import java.util.Map;
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

  private static Values usage(
      double at, long cpuNanos, long readOperations, long readBytes, long pageCacheBytes) {
    return Values.at(
        at,
        Map.of(
            "cpuNanos", cpuNanos,
            "readOperations", readOperations,
            "readBytes", readBytes,
            "pageCacheBytes", pageCacheBytes));
  }

  @Test
  void bothVersionsOfControlGroupsAreRead() {
    Values usage = usage(1_700_000_000.25, 1_500_000_000, 123, 491_520, 4_096);

    assertThat(ContainerUsage.parse(V1)).containsExactly(usage);
    assertThat(ContainerUsage.parse(V2)).containsExactly(usage);
  }

  @Test
  void everyMomentCountsByItself() {
    List<Values> usage = ContainerUsage.parse(V1 + V1.replace("Read 120", "Read 150"));

    assertThat(usage).hasSize(2);
    assertThat(usage.get(1).since(usage.get(0))).isEqualTo(usage(0, 0, 30, 0, 0));
  }

  @Test
  void incompleteSampleDoesNotCount() {
    for (int end = V1.length() + 1; end < 2 * V1.length(); end++) {
      assertThat(ContainerUsage.parse((V1 + V1).substring(0, end))).hasSize(1);
    }
  }

  @Test
  void aContainerThatHasReadNothingHasNoLines() {
    assertThat(ContainerUsage.parse("time:1700000000.5\n"))
        .containsExactly(usage(1_700_000_000.5, 0, 0, 0, 0));
    assertThat(ContainerUsage.parse("")).isEmpty();
  }

  private static final List<Values> SAMPLES =
      List.of(
          usage(10, 1_000_000_000, 5, 500, 0),
          usage(12, 2_000_000_000, 7, 700, 0),
          usage(14, 2_500_000_000L, 17, 900, 0),
          usage(16, 9_000_000_000L, 99, 999, 0));

  @Test
  void samplesWithinTheTimeCount() {
    Values used = Values.within(SAMPLES, 9.5, 15);

    assertThat(used).isEqualTo(usage(4, 1_500_000_000, 12, 400, 0));
    assertThat(ContainerUsage.cpus(used)).isEqualTo(0.375);
  }

  @Test
  void fewerThanTwoSamplesAreNotEnough() {
    assertThat(Values.within(SAMPLES, 13, 15)).isEqualTo(Values.NONE);
    assertThat(Values.within(SAMPLES, 20, 30)).isEqualTo(Values.NONE);
    assertThat(Values.within(List.of(), 0, 30)).isEqualTo(Values.NONE);
  }
}
