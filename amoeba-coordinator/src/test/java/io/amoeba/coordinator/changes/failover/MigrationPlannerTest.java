package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.failover.MigrationRequest.SettledPrimary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MigrationPlannerTest {

  @Test
  void everyPrimaryOfAStorageNodeGoesToANodeOfItsOwnWithSubtasks() {
    MigrationPlan plan =
        planned(
            request(
                List.of(primary("p1", "store1"), primary("p2", "store2"), primary("p3", "store3")),
                List.of(server("flink3"), server("flink1"), server("flink2")),
                MigrationRequest.Constraints.NONE));

    assertThat(plan.migrations())
        .containsExactly(
            migration("p1", "flink1", Migration.Reason.NO_SUBTASK),
            migration("p2", "flink2", Migration.Reason.NO_SUBTASK),
            migration("p3", "flink3", Migration.Reason.NO_SUBTASK));
  }

  @Test
  void whoIsOnANodeWithSubtasksStays() {
    MigrationPlan plan =
        planned(
            request(
                List.of(primary("p1", "flink1"), primary("p2", "store2")),
                List.of(server("flink1"), server("flink2")),
                MigrationRequest.Constraints.NONE));

    assertThat(plan.migrations())
        .containsExactly(migration("p2", "flink2", Migration.Reason.NO_SUBTASK));
  }

  @Test
  void nothingIsToDoWhereAllPrimariesAreOnNodesWithSubtasks() {
    MigrationPlan plan =
        planned(
            request(
                List.of(primary("p1", "flink1")), List.of(), MigrationRequest.Constraints.NONE));

    assertThat(plan.migrations()).isEmpty();
  }

  @Test
  void aForbiddenNodeIsLeftFirstAndTakesNobody() {
    MigrationPlan plan =
        planned(
            request(
                List.of(primary("p1", "store1"), primary("p2", "flink1")),
                List.of(server("flink1"), server("flink2"), server("flink3")),
                new MigrationRequest.Constraints(Set.of(), Set.of(), Set.of("flink1"), Map.of())));

    assertThat(plan.migrations())
        .containsExactly(
            migration("p2", "flink2", Migration.Reason.NODE_FORBIDDEN),
            migration("p1", "flink3", Migration.Reason.NO_SUBTASK));
  }

  @Test
  void theSmallestLeavesANodeWithTooManyPrimaries() {
    MigrationPlan plan =
        planned(
            request(
                List.of(
                    new SettledPrimary("p1", "flink1", 9),
                    new SettledPrimary("p2", "flink1", 5),
                    new SettledPrimary("p3", "flink1", 7)),
                List.of(server("flink1"), server("flink2")),
                new MigrationRequest.Constraints(
                    Set.of(), Set.of(), Set.of(), Map.of("flink1", 2))));

    assertThat(plan.migrations())
        .containsExactly(migration("p2", "flink2", Migration.Reason.ABOVE_CAPACITY));
  }

  @Test
  void aPrimaryGoesToAServerThatHasRoomForIt() {
    Map<String, Long> sizes = Map.of("p1", 40L, "p2", 90L);
    MigrationRequest request =
        new MigrationRequest(
            List.of(primary("p1", "store1"), primary("p2", "store2")),
            List.of(server("flink1"), server("flink2")),
            Set.of("flink1", "flink2"),
            MigrationRequest.Constraints.NONE,
            List.of(room("flink1", 100, sizes), room("flink2", 50, sizes)));

    assertThat(planned(request).migrations())
        .as("the small one leaves the large server to the other one")
        .containsExactly(
            migration("p1", "flink2", Migration.Reason.NO_SUBTASK),
            migration("p2", "flink1", Migration.Reason.NO_SUBTASK));
  }

  @Test
  void whatHasNoRoomStaysAndTheReasonSaysWhereAndHowMuch() {
    Map<String, Long> sizes = Map.of("p1", 40L, "p2", 90L);
    Room both =
        new Room(
            Set.of(server("flink1").address(), server("flink2").address()),
            sizes,
            100,
            "both have room for 100");
    MigrationPlan plan =
        MigrationPlanner.plan(
            new MigrationRequest(
                List.of(primary("p1", "store1"), primary("p2", "store2")),
                List.of(server("flink1"), server("flink2")),
                Set.of("flink1", "flink2"),
                MigrationRequest.Constraints.NONE,
                List.of(both)));

    assertThat(plan.migrations())
        .containsExactly(migration("p1", "flink1", Migration.Reason.NO_SUBTASK));
    assertThat(plan.reasons())
        .extracting(Problem::message)
        .hasSize(2)
        .anyMatch(r -> r.contains("only 1 of 2 spare servers") && r.contains("1 have too little"))
        .contains(
            "p2: finds no room: both have room for 100. Raise the limit, or start a larger server.");
  }

  @Test
  void allReasonsAreGivenAtOnceWithWhatIsPossibleNevertheless() {
    MigrationPlan plan =
        MigrationPlanner.plan(
            request(
                List.of(
                    primary("p1", "store1"),
                    primary("p2", "store2"),
                    primary("p3", "flink1"),
                    primary("p4", "store3"),
                    primary("p5", "store4")),
                List.of(server("flink2"), server("flink1"), server("store9"), server("flink3")),
                new MigrationRequest.Constraints(
                    Set.of("p1", "p3"),
                    Set.of("store2"),
                    Set.of("store2", "flink3"),
                    Map.of("flink1", 0))));

    assertThat(plan.reasons())
        .extracting(Problem::message)
        .hasSize(4)
        .anyMatch(r -> r.contains("p1: may not move, but its node store1 has no subtask"))
        .anyMatch(r -> r.contains("p2: may not move, but its node store2 may not host the store"))
        .anyMatch(r -> r.contains("flink1: has 1 primaries that may not move, but may host 0"))
        .anyMatch(
            r ->
                r.contains("2 primaries have to leave their nodes, but only 1 of 4 spare servers")
                    && r.contains("1 are on nodes that may not host the store")
                    && r.contains("1 on nodes without subtasks")
                    && r.contains("Without a place: p5. Start empty servers on"));
    assertThat(plan.migrations())
        .containsExactly(migration("p4", "flink2", Migration.Reason.NO_SUBTASK));
  }

  @Test
  void aRequestThatCannotBeMeantIsRefusedWithAllReasons() {
    assertThatThrownBy(
            () ->
                request(
                    List.of(
                        primary("p1", "a"), primary("p1", "b"), new SettledPrimary("p2", "a", -1)),
                    List.of(server("flink1"), server("flink1")),
                    new MigrationRequest.Constraints(
                        Set.of("p9"), Set.of(), Set.of(), Map.of("a", -2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("primary p1 is given twice")
        .hasMessageContaining("primary p2 has the size -1")
        .hasMessageContaining("server flink1:7000 is given twice")
        .hasMessageContaining("primary p9 may not move, but there is none such")
        .hasMessageContaining("node a may host -2 primaries");
  }

  private static MigrationPlan planned(MigrationRequest request) {
    MigrationPlan plan = MigrationPlanner.plan(request);
    assertThat(plan.reasons()).isEmpty();
    return plan;
  }

  private static MigrationRequest request(
      List<SettledPrimary> primaries,
      List<SpareServer> servers,
      MigrationRequest.Constraints constraints) {
    return new MigrationRequest(
        primaries, servers, Set.of("flink1", "flink2", "flink3", "flink4"), constraints, List.of());
  }

  private static Room room(String node, long free, Map<String, Long> sizes) {
    return new Room(Set.of(server(node).address()), sizes, free, node + " has room for " + free);
  }

  private static SettledPrimary primary(String id, String node) {
    return new SettledPrimary(id, node, 1);
  }

  private static SpareServer server(String node) {
    return new SpareServer(new ServerAddress(node, 7000), node);
  }

  private static Migration migration(String primary, String node, Migration.Reason reason) {
    return new Migration(primary, server(node), reason);
  }
}
