package io.amoeba.linearroad.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.job.toll.CrossingHold;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.flink.runtime.jobgraph.JobEdge;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Flink makes of the dataflow, as the coordinator will see it. */
class DataflowTest {
  private static List<JobVertex> vertices(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--bootstrap", "k:9092", "--redis", "redis://a:1", "--parallelism", "3"));
    arguments.addAll(List.of(options));
    StreamExecutionEnvironment environment = new StreamExecutionEnvironment();
    new Dataflow(JobArguments.parse(arguments.toArray(String[]::new))).addTo(environment);
    return StreamSupport.stream(
            environment.getStreamGraph().getJobGraph().getVertices().spliterator(), false)
        .toList();
  }

  private static List<JobVertex> headedBy(String operator, List<JobVertex> vertices) {
    return vertices.stream()
        .filter(v -> v.getName().equals(operator) || v.getName().startsWith(operator + " -> "))
        .toList();
  }

  private static List<String> exchangesBefore(JobVertex vertex) {
    return vertex.getInputs().stream().map(JobEdge::getShipStrategyName).distinct().toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keyedTollIsInTheSubtasksThatHoldItsCrossings(boolean probed) {
    List<JobVertex> vertices =
        probed
            ? vertices("--keyed", "true", "--orderProbe", "/tmp/probe")
            : vertices("--keyed", "true");

    assertThat(headedBy("Toll", vertices)).isEmpty();
    assertThat(headedBy(LinearRoadJob.FOLLOWED_OPERATOR, vertices))
        .singleElement()
        .satisfies(
            vertex -> {
              assertThat(vertex.getName()).contains(" -> Toll");
              assertThat(vertex.getMaxParallelism()).isEqualTo(CrossingHold.KEY_GROUPS);
              assertThat(exchangesBefore(vertex)).containsExactly("HASH");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"SegStats", "AccidentManager", "AccountUpdate", "AccountBalance"})
  void othersAreBehindCustomPartitionedExchangesInAKeyedJobToo(String operator) {
    assertThat(headedBy(operator, vertices("--keyed", "true")))
        .singleElement()
        .satisfies(vertex -> assertThat(exchangesBefore(vertex)).containsExactly("CUSTOM"));
  }

  @Test
  void tollIsBehindACustomPartitionedExchangeByDefault() {
    List<JobVertex> vertices = vertices();

    assertThat(headedBy("Toll", vertices))
        .singleElement()
        .satisfies(vertex -> assertThat(exchangesBefore(vertex)).containsExactly("CUSTOM"));
    assertThat(headedBy("CrossingHold", vertices)).hasSize(1);
  }
}
