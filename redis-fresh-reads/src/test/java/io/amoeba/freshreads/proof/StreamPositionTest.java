package io.amoeba.freshreads.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPositionTest {

  /** Of Redis 7.0. */
  private static final String PRIMARY =
      """
      # Replication\r
      role:master\r
      connected_slaves:1\r
      slave0:ip=127.0.0.1,port=7001,state=online,offset=28,lag=0\r
      master_failover_state:no-failover\r
      master_replid:8e1b6b0b4d1c9a5a0c6e6b2a6f8c1e3d5a7b9c0d\r
      master_replid2:0000000000000000000000000000000000000000\r
      master_repl_offset:42\r
      second_repl_offset:-1\r
      repl_backlog_active:1\r
      """;

  private static final String REPLICA =
      """
      # Replication\r
      role:slave\r
      master_host:127.0.0.1\r
      master_port:7000\r
      master_link_status:up\r
      master_last_io_seconds_ago:0\r
      master_sync_in_progress:0\r
      slave_read_repl_offset:42\r
      slave_repl_offset:28\r
      slave_priority:100\r
      connected_slaves:0\r
      master_replid:8e1b6b0b4d1c9a5a0c6e6b2a6f8c1e3d5a7b9c0d\r
      master_replid2:0000000000000000000000000000000000000000\r
      master_repl_offset:28\r
      """;

  private static @Nullable StreamPosition replica(String from, String to) {
    assertThat(REPLICA).contains(from);
    return StreamPosition.ofReplica(REPLICA.replace(from, to));
  }

  @Test
  void aPrimaryTellsWhereItsStreamIs() {
    StreamPosition position = Objects.requireNonNull(StreamPosition.ofPrimary(PRIMARY));

    assertThat(position.history()).isEqualTo("8e1b6b0b4d1c9a5a0c6e6b2a6f8c1e3d5a7b9c0d");
    assertThat(position.offset()).isEqualTo(42);
    assertThat(StreamPosition.ofReplica(PRIMARY)).isNull();
  }

  /** Not what it has received. */
  @Test
  void aReplicaTellsWhatItHasApplied() {
    StreamPosition position = Objects.requireNonNull(StreamPosition.ofReplica(REPLICA));

    assertThat(position.offset()).isEqualTo(28);
    assertThat(StreamPosition.ofPrimary(REPLICA)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "master_link_status:up, master_link_status:down",
    "master_sync_in_progress:0, master_sync_in_progress:1",
    "role:slave, role:master",
    "slave_repl_offset:28, slave_repl_offset:",
    "slave_repl_offset:28, slave_repl_offset:-1",
    "slave_repl_offset:28, slave_repl_offset:+28",
    "slave_repl_offset:28, slave_repl_offset:28x",
    "slave_repl_offset:28, slave_repl_offset:99999999999999999999",
    "master_replid:8e1b6b0b4d1c9a5a0c6e6b2a6f8c1e3d5a7b9c0d, master_replid:",
    "master_replid:8e1b6b0b4d1c9a5a0c6e6b2a6f8c1e3d5a7b9c0d, master_replid:?",
    "master_replid:8e1b6b0b4d1c9a5a0c6e6b2a6f8c1e3d5a7b9c0d,"
        + " master_replid:0000000000000000000000000000000000000000"
  })
  void aReplicaWithoutALinkOrAPositionTellsNone(String from, String to) {
    assertThat(replica(from, to)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "role:master", "\n", "# Replication\r\nrole:master\r\n"})
  void garbageIsNoPosition(String info) {
    assertThat(StreamPosition.ofPrimary(info)).isNull();
    assertThat(StreamPosition.ofReplica(info)).isNull();
  }
}
