package io.amoeba.coordinator.changes.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.AbsenceRequest.Answer;
import io.amoeba.coordinator.changes.leadership.AbsenceRequest.Planned;
import io.amoeba.coordinator.changes.leadership.AbsenceRequest.Refused;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who leads in place of a server that people want to restart. */
class AbsenceRequestTest {

  private static final ServerAddress SERVER = new ServerAddress("10.0.0.1", 1);

  @Test
  void theReplicaThatLacksTheLeastLeads() {
    assertThat(candidate(replica("x", 900, "ok", "0"), replica("y", 20, "ok", "0"))).isEqualTo("y");
  }

  @Test
  void aReplicaThatWorksOrWhoseLastWorkFailedLeadsOnlyIfThereIsNoOther() {
    assertThat(candidate(replica("x", 900, "ok", "0"), replica("y", 20, "err", "0")))
        .isEqualTo("x");
    assertThat(candidate(replica("x", 900, "ok", "0"), replica("y", 20, "ok", "1"))).isEqualTo("x");
    assertThat(candidate(replica("y", 20, "ok", "1"))).isEqualTo("y");
  }

  @Test
  void aNamedReplicaLeads() {
    Answer answer =
        request(Optional.of(new ServerAddress("10.0.0.9", 900)))
            .in(snapshot(replica("x", 900, "ok", "0"), replica("y", 20, "ok", "0")));

    assertThat(leave(answer).candidate().id()).isEqualTo("x");
    assertThat(leave(answer).server().id()).isEqualTo("a");
  }

  @Test
  void whatIsNoReplicaOfTheServerIsRefusedWithThoseThatAre() {
    Answer answer =
        request(Optional.of(new ServerAddress("10.0.0.7", 7)))
            .in(snapshot(replica("x", 900, "ok", "0")));

    assertThat(answer)
        .isEqualTo(new Refused("10.0.0.7:7 is no replica of 10.0.0.1:1, which has [10.0.0.9:900]"));
  }

  @Test
  void aServerWithoutAReplicaStays() {
    assertThat(((Refused) request(Optional.empty()).in(snapshot())).why())
        .contains("has no replica");
  }

  @Test
  void aReplicaNeedsNoRequestAndAnUnknownServerIsNamed() {
    ClusterSnapshot seen = snapshot(replica("x", 900, "ok", "0"));

    assertThat(of(new ServerAddress("10.0.0.9", 900)).in(seen))
        .isEqualTo(new Refused("10.0.0.9:900 is a replica: restart it without a hand-over"));
    assertThat(((Refused) of(new ServerAddress("h", 3)).in(seen)).why()).contains("is no primary");
  }

  private static String candidate(Replica... replicas) {
    return leave(request(Optional.empty()).in(snapshot(replicas))).candidate().id();
  }

  private static LeaveServer leave(Answer answer) {
    return ((Planned) answer).plan().action().as(LeaveServer.class).orElseThrow();
  }

  private static AbsenceRequest request(Optional<ServerAddress> to) {
    return new AbsenceRequest(SERVER, to, Duration.ofMinutes(5));
  }

  private static AbsenceRequest of(ServerAddress server) {
    return new AbsenceRequest(server, Optional.empty(), Duration.ofMinutes(5));
  }

  /** Its port is its lag. */
  private static Replica replica(String id, int lag, String lastSave, String saving) {
    ServerWork work =
        ServerWork.of(
            Map.of("rdb_last_bgsave_status", lastSave, "rdb_bgsave_in_progress", saving),
            Triggers.unknown("not asked"));
    return new Replica(
        id,
        "10.0.0.9",
        lag,
        OptionalLong.of(0),
        OptionalLong.of(lag),
        Optional.of(ServerUpkeep.of(Optional.empty(), work)));
  }

  private static ClusterSnapshot snapshot(Replica... replicas) {
    List<Primary> primaries =
        List.of(
            new Primary("a", "10.0.0.1", 1, List.of(), List.of(new HashSlotSpan(0, 16_383)))
                .withReplicas(new Replicas(List.of(replicas), OptionalDouble.empty())));
    return new ClusterSnapshot(
        Instant.EPOCH,
        new StreamView.Unreachable("none is asked"),
        new StoreView.Found(primaries),
        new NodeTable(List.of(), host -> Set.of()).match(List.of(), primaries),
        List.of(),
        Map.of(),
        Map.of());
  }
}
