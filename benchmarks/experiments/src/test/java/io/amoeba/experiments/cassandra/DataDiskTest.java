package io.amoeba.experiments.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DataDiskTest {
  @Test
  void longReadAheadIsReportedWithTheRemedy() {
    assertThat(new DataDisk("/dev/sda", 8_192).warning())
        .get()
        .asString()
        .contains("/dev/sda is read ahead by 8192 KiB")
        .endsWith("echo 128 >/sys/block/sda/queue/read_ahead_kb");
  }

  @Test
  void usualReadAheadHasNoWarning() {
    assertThat(new DataDisk("/dev/sda", 128).warning()).isEmpty();
  }
}
