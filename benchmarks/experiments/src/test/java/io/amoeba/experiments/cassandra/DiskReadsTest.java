package io.amoeba.experiments.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiskReadsTest {
  @Test
  void bothVersionsOfControlGroupsAreRead() {
    DiskReads v1 =
        DiskReads.parse(
            """
            serviced 254:0 Read 120
            serviced 254:0 Write 7
            serviced 8:0 Read 3
            serviced Total 130
            bytes 254:0 Read 491520
            bytes 254:0 Write 9
            bytes Total 491529
            """);
    DiskReads v2 =
        DiskReads.parse(
            """
            254:0 rbytes=491520 wbytes=9 rios=120 wios=7 dbytes=0 dios=0
            8:0 rbytes=0 wbytes=0 rios=3 wios=0 dbytes=0 dios=0
            """);

    assertThat(v1).isEqualTo(new DiskReads(123, 491_520));
    assertThat(v2).isEqualTo(v1);
    assertThat(v1.since(new DiskReads(100, 491_000))).isEqualTo(new DiskReads(23, 520));
  }

  @Test
  void aContainerThatHasReadNothingHasNoLines() {
    assertThat(DiskReads.parse("")).isEqualTo(new DiskReads(0, 0));
    assertThat(DiskReads.parse("serviced Total 0\nbytes Total 0\n")).isEqualTo(new DiskReads(0, 0));
  }
}
