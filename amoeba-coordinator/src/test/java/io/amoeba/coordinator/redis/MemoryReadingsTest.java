package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.monitor.ServerMemory;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MemoryReadingsTest {

  @Test
  void whatIsUsedForOtherThingsThanKeysIsNoData() {
    String info =
        "# Memory\r\nused_memory:10000000\r\nused_memory_human:9.54M\r\nused_memory_startup:1000000\r\n"
            + "maxmemory:20000000\r\nmaxmemory_human:19.07M\r\nmem_clients_normal:200000\r\n"
            + "mem_clients_slaves:0\r\nmem_replication_backlog:1048576\r\nmem_aof_buffer:8\r\n"
            + "mem_cluster_links:4096\r\n";

    ServerMemory memory = MemoryReadings.memory(ServerInfoReader.fields(info)).orElseThrow();

    assertThat(memory)
        .isEqualTo(new ServerMemory(10_000_000, 7_747_320, OptionalLong.of(20_000_000)));
    assertThat(memory.freeBytes()).hasValue(10_000_000);
  }

  @Test
  void withoutMaxmemoryThereIsNoLimitAndFieldsMayBeMissing() {
    ServerMemory memory =
        MemoryReadings.memory(ServerInfoReader.fields("used_memory:5\r\nmaxmemory:0\r\n"))
            .orElseThrow();

    assertThat(memory).isEqualTo(new ServerMemory(5, 5, OptionalLong.empty()));
    assertThat(memory.freeBytes()).isEmpty();
  }

  @Test
  void whoUsesMoreThanItMayHasNoneLeft() {
    assertThat(
            MemoryReadings.memory(ServerInfoReader.fields("used_memory:9\nmaxmemory:5\n"))
                .orElseThrow()
                .freeBytes())
        .hasValue(0);
  }

  @Test
  void anAnswerWithoutWhatIsUsedSaysNothing() {
    assertThat(MemoryReadings.memory(ServerInfoReader.fields("# Memory\r\n"))).isEmpty();
    assertThatThrownBy(() -> MemoryReadings.memory(ServerInfoReader.fields("used_memory:much\r\n")))
        .isInstanceOf(NumberFormatException.class);
  }
}
