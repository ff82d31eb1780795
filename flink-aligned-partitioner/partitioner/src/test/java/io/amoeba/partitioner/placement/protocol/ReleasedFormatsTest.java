package io.amoeba.partitioner.placement.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.partitioner.placement.HashSlotRange;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.signature.PlacementSecret;
import io.amoeba.releasedformats.ReleasedFormat;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A coordinator and task managers of two releases: what they say to each other. */
class ReleasedFormatsTest {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};
  private static final EdgeId TOLL = new EdgeId("a1b2", "Toll");
  private static final EdgeId OTHER = new EdgeId("a1b2", "Seg/Stats \"of\" all →");

  private static final PlacementSecret SECRET =
      PlacementSecret.of("0123456789abcdef0123456789abcdef");

  /** An answer of the coordinator, and the question that it signs it for. */
  private record Signed(String challenge, String body) {}

  private static String meaning(String text) {
    try {
      return JSON.writeValueAsString(JSON.readValue(text, FIELDS));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReleasedFormat<PlacementDocument> documents() {
    PlacementMap map =
        PlacementMap.ofRanges(
            5, 3, List.of(new HashSlotRange(0, 5_460, 2), new HashSlotRange(5_461, 16_383, 0)));
    return new ReleasedFormat<PlacementDocument>(
            "placement-document",
            document -> new String(PlacementWriter.write(document), UTF_8),
            text -> PlacementParser.parse(text.getBytes(UTF_8)))
        .comparing(ReleasedFormatsTest::meaning)
        .sample("nothing", new PlacementDocument("1f0c", 0, 0, List.of()))
        .sample(
            "handing-over",
            new PlacementDocument(
                "1f0c",
                7,
                17,
                List.of(
                    new EdgePlacement(
                        TOLL,
                        3,
                        map,
                        Phase.COMMIT,
                        new Completed(4, List.of(0xf3L, -1L)),
                        List.of(new Finished(0, 5, 0x5be1L), new Finished(2, 5, -2))),
                    new EdgePlacement(OTHER, 3, map, Phase.PREPARE, null, List.of()))))
        .sample(
            "before-the-first-map",
            new PlacementDocument(
                "1f0c",
                0,
                1,
                List.of(
                    new EdgePlacement(
                        TOLL,
                        3,
                        null,
                        Phase.PREPARE,
                        new Completed(0, List.of(0xf3L)),
                        List.of()))));
  }

  private static ReleasedFormat<TaskManagerReport> reports() {
    return new ReleasedFormat<TaskManagerReport>(
            "task-manager-report",
            report -> new String(ReportWriter.write(report), UTF_8),
            text -> ReportReader.read("tm-1", object(text)))
        .comparing(ReleasedFormatsTest::meaning)
        .sample(
            "nothing",
            new TaskManagerReport(
                "tm-1", "", "10.1.0.7", List.of(), "", 0, 0, 0, List.of(), List.of(), List.of()))
        .sample(
            "everything",
            new TaskManagerReport(
                "tm-1",
                "00000000000000be",
                "10.1.0.7",
                List.of("10.0.0.11", "node-1"),
                "1f0c",
                17,
                1,
                2,
                List.of(
                    new RouterReport(TOLL, 0, 3, 3, 0xf3L, 5, 4),
                    new RouterReport(OTHER, 2, 3, 1, -1, 0, 0)),
                List.of(
                    new GateReport(TOLL, 2, 3, 4, 0x88aaL, 70_000, 2_140, Map.of(2, 0x77L, 0, -1L)),
                    new GateReport(OTHER, 0, 1, 0, 0, 0, 0)),
                List.of(new DirectReport("Report", 3, 5))));
  }

  private static ReleasedFormat<Signed> signatures() {
    String challenge = "A".repeat(42) + "_";
    return new ReleasedFormat<Signed>(
            "signature",
            signed ->
                signed.challenge()
                    + ' '
                    + signed.body()
                    + ' '
                    + SECRET.sign(signed.challenge(), signed.body().getBytes(UTF_8)),
            text -> {
              List<String> parts = List.of(text.split(" ", 3));
              assertThat(PlacementSecret.isChallenge(parts.get(0))).isTrue();
              assertThat(
                      SECRET.isSignature(parts.get(2), parts.get(0), parts.get(1).getBytes(UTF_8)))
                  .isTrue();
              return new Signed(parts.get(0), parts.get(1));
            })
        .sample("no-news", new Signed(challenge, ""))
        .sample("news", new Signed(challenge, "{\"coordinator\":\"1f0c\",\"version\":17}"));
  }

  private static Map<String, Object> object(String json) throws Exception {
    return JSON.readValue(json, FIELDS);
  }

  @Test
  void documentsOfTheCoordinatorAreUnderstood() throws Exception {
    documents().check();
  }

  @Test
  void reportsOfTaskManagersAreUnderstood() throws Exception {
    reports().check();
  }

  @Test
  void signaturesAreUnderstood() throws Exception {
    signatures().check();
  }

  /** Names that a task manager of one release sends to a coordinator of another one. */
  @Test
  void endpointsAreThoseOfTheFirstRelease() {
    assertThat(
            List.of(
                Endpoints.PLACEMENT,
                Endpoints.TASK_MANAGERS,
                Endpoints.TASK_MANAGER,
                Endpoints.COORDINATOR,
                Endpoints.VERSION,
                Endpoints.WAIT_MILLIS,
                Endpoints.CHALLENGE,
                PlacementSecret.HEADER))
        .containsExactly(
            "/api/v1/placement",
            "/api/v1/task-managers/",
            "taskManager",
            "coordinator",
            "version",
            "waitMillis",
            "challenge",
            "Amoeba-Signature");
  }

  /** A later release may say more, at every place, than its peer knows. */
  @Test
  void unknownFieldsArePassedOver() throws Exception {
    for (String text : documents().texts()) {
      assertThat(PlacementParser.parse(withMore(text).getBytes(UTF_8)))
          .isEqualTo(PlacementParser.parse(text.getBytes(UTF_8)));
    }
    for (String text : reports().texts()) {
      assertThat(ReportReader.read("tm-1", object(withMore(text))))
          .isEqualTo(ReportReader.read("tm-1", object(text)));
    }
  }

  private static String withMore(String text) throws Exception {
    JsonNode root = JSON.readTree(text);
    addMore(root);
    return root.toString();
  }

  private static void addMore(JsonNode node) {
    node.forEach(ReleasedFormatsTest::addMore);
    if (node instanceof ObjectNode) {
      ObjectNode object = (ObjectNode) node;
      object.put("laterText", "x").putObject("laterObject").putArray("laterList").add(7);
    }
  }

  /** It would mean something else: the last map stays. */
  @Test
  void aPhaseOfALaterReleaseIsRefused() {
    String later =
        "{\"coordinator\":\"1f0c\",\"version\":1,\"edges\":[{\"job\":\"a\",\"operator\":\"b\","
            + "\"parallelism\":1,\"epoch\":1,\"phase\":\"ROLLBACK\",\"hashSlots\":[[0,16383,0]]}]}";

    assertThatThrownBy(() -> PlacementParser.parse(later.getBytes(UTF_8)))
        .isInstanceOf(MalformedPlacementException.class)
        .hasMessageContaining("phase is 'ROLLBACK'");
  }
}
