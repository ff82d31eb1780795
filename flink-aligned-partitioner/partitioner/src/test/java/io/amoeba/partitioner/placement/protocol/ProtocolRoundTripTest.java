package io.amoeba.partitioner.placement.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever one side writes, the other side reads as the same value. */
class ProtocolRoundTripTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Names that JSON has to escape. */
  private static final String[] NAMES = {
    "Toll", "a \"quoted\" name", "back\\slash", "Überholspur →", "{\"job\": 1}"
  };

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void documentsOfTheCoordinatorAreReadAsTheyWereWritten(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      List<EdgePlacement> edges = new ArrayList<>();
      for (int edge = random.nextInt(4); edge > 0; edge--) {
        edges.add(placement(new EdgeId("job-" + edge, name(random)), random));
      }
      PlacementDocument document =
          new PlacementDocument(
              name(random), random.nextInt(3), random.nextLong() & Long.MAX_VALUE, edges);

      assertThat(PlacementParser.parse(PlacementWriter.write(document))).isEqualTo(document);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void reportsOfTaskManagersAreReadAsTheyWereWritten(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      TaskManagerReport report = report(random);

      assertThat(ReportReader.read(report.taskManager(), object(ReportWriter.write(report))))
          .isEqualTo(report);
    }
  }

  /** The fields are those of docs/placement-protocol.md: peers may be of another version. */
  @Test
  void messagesHaveTheDocumentedFields() throws Exception {
    EdgeId toll = new EdgeId("a1b2", "Toll");
    JsonNode document =
        JSON.readTree(
            PlacementWriter.write(
                new PlacementDocument(
                    "1f0c",
                    7,
                    17,
                    List.of(
                        new EdgePlacement(
                            toll,
                            3,
                            PlacementMap.of(5, 3, new int[HashSlot.COUNT]),
                            Phase.COMMIT,
                            new Completed(4, List.of(0xf3L, -1L)),
                            List.of(new Finished(0, 5, 0x5be1L)))))));
    JsonNode report =
        JSON.readTree(
            ReportWriter.write(
                new TaskManagerReport(
                    "tm-1",
                    "00000000000000be",
                    "10.1.0.7",
                    List.of("10.0.0.11"),
                    "1f0c",
                    17,
                    1,
                    2,
                    List.of(new RouterReport(toll, 0, 3, 3, 0xf3L, 5, 4)),
                    List.of(new GateReport(toll, 2, 3, 4, 0x88aaL, 0, 2_140, Map.of(2, 0x77L))),
                    List.of(new DirectReport("Report", 3, 5)))));

    assertThat(document)
        .isEqualTo(
            JSON.readTree(
                """
                {"coordinator": "1f0c", "term": 7, "version": 17,
                 "edges": [{"job": "a1b2", "operator": "Toll", "parallelism": 3, "epoch": 5,
                   "phase": "COMMIT", "hashSlots": [[0, 16383, 0]],
                   "completed": {"epoch": 4, "cohort": ["00000000000000f3", "ffffffffffffffff"]},
                   "finished": [{"subtask": 0, "epoch": 5, "cohort": "0000000000005be1"}]}]}
                """));
    assertThat(report)
        .isEqualTo(
            JSON.readTree(
                """
                {"taskManager": "tm-1", "copy": "00000000000000be", "host": "10.1.0.7",
                 "nodeHosts": ["10.0.0.11"], "coordinator": "1f0c", "version": 17,
                 "refusedMaps": 1, "staleMaps": 2,
                 "routers": [{"job": "a1b2", "operator": "Toll", "subtask": 0, "parallelism": 3,
                   "targets": 3, "incarnation": "00000000000000f3", "prepared": 5, "active": 4}],
                 "gates": [{"job": "a1b2", "operator": "Toll", "subtask": 2, "parallelism": 3,
                   "epoch": 4, "cohort": "00000000000088aa", "held": 0, "lastHoldMicros": 2140,
                   "ended": [{"router": 2, "incarnation": "0000000000000077"}]}],
                 "direct": [{"operator": "Report", "parallelism": 3, "epoch": 5}]}
                """));
  }

  @Test
  void everythingThatIsWrongWithAReportIsSaidAtOnce() throws Exception {
    Map<String, Object> broken =
        object(
            """
            {"taskManager": "other", "host": 5, "nodeHosts": "h", "refusedMaps": -1,
             "routers": [{"job": "j", "operator": "o", "subtask": 3, "parallelism": 3,
               "targets": 2.5, "incarnation": "XYZ", "prepared": 99999999999999999999}],
             "gates": {}, "direct": [7]}
            """
                .getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> ReportReader.read("tm-1", broken))
        .isInstanceOfSatisfying(
            MalformedReportException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        "taskManager is 'other': must be the path's 'tm-1'",
                        "host is 5: must be a text of 1 … 1024 characters",
                        "nodeHosts must be a list of at most 16 texts of 1 … 255 characters",
                        "refusedMaps is -1: must be a whole number, 0 … 9223372036854775807",
                        "routers[0].subtask is 3: must be a whole number, 0 … 2",
                        "routers[0].targets is 2.5: must be a whole number, 1 … 32768",
                        "routers[0].incarnation is \"XYZ\": must be 16 lower-case hexadecimal"
                            + " digits",
                        "routers[0].prepared is 99999999999999999999: must be a whole number,"
                            + " 0 … 9223372036854775807",
                        "routers[0].active is missing: must be a whole number,"
                            + " 0 … 9223372036854775807",
                        "gates must be a list",
                        "direct[0] must be an object"));
  }

  private static EdgePlacement placement(EdgeId edge, Random random) {
    int parallelism = 1 + random.nextInt(5);
    @Nullable PlacementMap map = null;
    if (random.nextInt(4) > 0) {
      int[] owners = random.ints(HashSlot.COUNT, 0, parallelism).toArray();
      map = PlacementMap.of(1 + random.nextInt(1_000_000), parallelism, owners);
    }
    List<Finished> finished = new ArrayList<>();
    for (int gate = random.nextInt(parallelism + 1); gate > 0; gate--) {
      finished.add(new Finished(gate - 1, random.nextInt(9), random.nextLong()));
    }
    return new EdgePlacement(
        edge,
        parallelism,
        map,
        random.nextBoolean() ? Phase.COMMIT : Phase.PREPARE,
        random.nextBoolean()
            ? new Completed(
                random.nextInt(9), List.of(random.nextLong(), random.nextLong(), random.nextLong()))
            : null,
        finished);
  }

  private static TaskManagerReport report(Random random) {
    List<RouterReport> routers = new ArrayList<>();
    List<GateReport> gates = new ArrayList<>();
    List<DirectReport> direct = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      EdgeId edge = new EdgeId("job", name(random));
      int parallelism = 1 + random.nextInt(9);
      int subtask = random.nextInt(parallelism);
      routers.add(
          new RouterReport(
              edge,
              subtask,
              parallelism,
              1 + random.nextInt(9),
              random.nextLong(),
              EpochBounds.LARGEST,
              random.nextInt(9)));
      Map<Integer, Long> ended = new TreeMap<>();
      for (int router = random.nextInt(3); router > 0; router--) {
        ended.put(router, random.nextLong());
      }
      gates.add(
          new GateReport(
              edge,
              subtask,
              parallelism,
              random.nextInt(9),
              random.nextLong(),
              random.nextInt(99),
              random.nextLong() & Long.MAX_VALUE,
              ended));
      direct.add(new DirectReport(name(random), parallelism, random.nextInt(9)));
    }
    boolean hasDocument = random.nextBoolean();
    return new TaskManagerReport(
        name(random),
        random.nextBoolean() ? "" : "7be40000000000ff",
        name(random),
        random.nextBoolean() ? List.of() : List.of("10.0.0.11", "node-1"),
        hasDocument ? name(random) : "",
        hasDocument ? random.nextLong() & Long.MAX_VALUE : 0,
        random.nextInt(9),
        random.nextLong() & Long.MAX_VALUE,
        routers,
        gates,
        direct);
  }

  private static String name(Random random) {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private static Map<String, Object> object(byte[] json) throws Exception {
    return JSON.readValue(json, new TypeReference<Map<String, Object>>() {});
  }
}
