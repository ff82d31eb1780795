package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.NodeLocation;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShapeTest {
  private static final int MOST_JOINING_NODES = 2;

  @ParameterizedTest
  @EnumSource
  void everyDataCentreHasAsManyMembersAsCopies(Shape shape) {
    Map<String, Long> members =
        IntStream.rangeClosed(1, shape.members())
            .mapToObj(shape::location)
            .collect(Collectors.groupingBy(NodeLocation::dataCentre, Collectors.counting()));

    assertThat(members.keySet()).isEqualTo(shape.replication().copies().keySet());
    shape
        .replication()
        .copies()
        .forEach(
            (dataCentre, copies) ->
                assertThat(members.get(dataCentre)).isGreaterThanOrEqualTo(copies));
  }

  /** A new rack where racks are fewer than copies is refused by the agent. */
  @ParameterizedTest
  @EnumSource
  void joiningNodeStandInRacksThatAreThere(Shape shape) {
    Set<NodeLocation> ofMembers =
        IntStream.rangeClosed(1, shape.members())
            .mapToObj(shape::location)
            .collect(Collectors.toSet());

    for (int joiningNode = 1; joiningNode <= MOST_JOINING_NODES; joiningNode++) {
      assertThat(ofMembers).contains(shape.location(shape.members() + joiningNode));
    }
  }

  @Test
  void eachDataCentreGetsAJoiningNode() {
    assertThat(Shape.TWO_DATA_CENTRES.location(5)).isEqualTo(new NodeLocation("east", "rack1"));
    assertThat(Shape.TWO_DATA_CENTRES.location(6)).isEqualTo(new NodeLocation("west", "rack2"));
  }

  @ParameterizedTest
  @EnumSource
  void nodesStartAsTheShapeSays(Shape shape) {
    for (int node = 1; node <= shape.members(); node++) {
      assertThat(shape.settings().locations().apply(node)).isEqualTo(shape.location(node));
    }
    assertThat(shape.replication().copies()).containsValue(shape.settings().localReplicas());
  }
}
