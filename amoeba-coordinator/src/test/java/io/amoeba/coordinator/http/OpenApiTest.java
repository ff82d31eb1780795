package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.Changes;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.upkeep.Upkeeps;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The description of the API is that of the API. */
class OpenApiTest {

  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void everyRouteIsDescribedWithItsRoleAndNoOther() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      Map<String, String> described = new TreeMap<>();
      document(fixture)
          .path("paths")
          .fields()
          .forEachRemaining(
              path ->
                  path.getValue()
                      .fields()
                      .forEachRemaining(
                          method ->
                              described.put(
                                  method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                                  method.getValue().path("x-role").asText())));

      assertThat(described).isEqualTo(fixture.server.routes());
    }
  }

  @Test
  void everyReferenceHasItsTarget() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      JsonNode document = document(fixture);
      List<String> references = document.findValuesAsText("$ref");

      assertThat(references).isNotEmpty();
      assertThat(new TreeSet<>(references))
          .allSatisfy(ref -> assertThat(document.at(ref.substring(1)).isObject()).isTrue());
    }
  }

  @Test
  void everyFieldOfAPlanIsDescribed() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      fixture.report(3, 0, 0);
      fixture.board.review(
          Mode.PROPOSE, fixture.look(3, Instant.now(), OperatorRates.UNKNOWN, 0.3));

      assertPlanIsDescribed(fixture);
    }
  }

  @Test
  void everyFieldAndCheckOfADryRunIsDescribed() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      fixture.report(3, 0, 0);
      fixture.board.review(
          Mode.PROPOSE, fixture.look(3, Instant.now(), OperatorRates.UNKNOWN, 0.3));
      JsonNode schema = document(fixture).at("/components/schemas/DryRun");
      JsonNode found = YAML.readTree(get(fixture, "api/v1/plans/plan-1")).path("dryRun");

      List<String> described = new ArrayList<>();
      schema.path("properties").fieldNames().forEachRemaining(described::add);
      List<String> written = new ArrayList<>();
      found.fieldNames().forEachRemaining(written::add);
      assertThat(described).containsAll(written);
      schema.path("required").forEach(field -> assertThat(written).contains(field.asText()));
      List<String> subjects = new ArrayList<>();
      schema
          .at("/properties/checks/items/properties/check/enum")
          .forEach(s -> subjects.add(s.asText()));
      assertThat(subjects)
          .containsExactlyElementsOf(
              Arrays.stream(PlanCheck.Subject.values()).map(JsonBody::name).toList());
    }
  }

  @Test
  void everyFieldOfAPrimaryAndAReplicaIsDescribed() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      fixture.replicas =
          new Replicas(
              List.of(
                  new Replica(
                      "r",
                      "10.0.0.8",
                      1,
                      OptionalLong.of(2),
                      OptionalLong.empty(),
                      Optional.of(Upkeeps.saving()))),
              OptionalDouble.of(0.5));
      fixture.look(1, Instant.now(), OperatorRates.UNKNOWN, 0.3);
      JsonNode schemas = document(fixture).at("/components/schemas");
      JsonNode primary = YAML.readTree(get(fixture, "api/v1/state")).at("/nodes/0/primaries/0");

      assertFields(schemas.path("Primary"), primary);
      assertFields(schemas.path("Replica"), primary.at("/replicas/0"));
      assertThat(primary.path("upkeep").isNull()).isTrue();
      assertThat(primary.at("/replicas/0/upkeep/running/share").asDouble()).isEqualTo(0.25);
      assertThat(primary.path("replicaReadShare").asDouble()).isEqualTo(0.5);
      assertThat(primary.at("/replicas/0/lagSeconds").asInt()).isEqualTo(2);
      assertThat(primary.at("/replicas/0/lagBytes").isNull()).isTrue();
    }
  }

  /** All of them are required. */
  private static void assertFields(JsonNode schema, JsonNode found) {
    List<String> described = new ArrayList<>();
    schema.path("properties").fieldNames().forEachRemaining(described::add);
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(field -> required.add(field.asText()));
    assertThat(found.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(described)
        .containsExactlyInAnyOrderElementsOf(required);
  }

  @Test
  void everyFieldOfAPlanOfEveryKindIsDescribed() throws Exception {
    List<Proposal> kinds =
        List.of(
            Plans.proposal("t", 0, 10, "Toll"),
            Plans.moves("t", 3, 9),
            Plans.growth("t", 3, 9),
            Plans.drain("t", 3, 9, OptionalLong.of(7)),
            Plans.starts("t", "d"),
            Plans.rescale("t"),
            Plans.migrations("t", "a>s"),
            Plans.upkeep("t", 1));
    for (Proposal proposal : kinds) {
      try (Fixture fixture = new Fixture(Fixture.open())) {
        fixture.board.review(Mode.PROPOSE, Fixture.sight(proposal));

        JsonNode plan = assertPlanIsDescribed(fixture);

        assertThat(plan.path("action").asText()).isEqualTo(proposal.plan().action().kind());
      }
    }
  }

  @Test
  void everyKindOfChangeIsDescribed() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      List<String> described = new ArrayList<>();
      document(fixture)
          .at("/components/schemas/Plan/properties/action/enum")
          .forEach(kind -> described.add(kind.asText()));

      assertThat(described)
          .containsExactlyElementsOf(Changes.ALL.stream().map(Changes::kind).toList());
    }
  }

  @Test
  void everyFieldThatPlansOfAKindHaveIsDescribed() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      JsonNode plan = document(fixture).at("/components/schemas/Plan/properties");

      for (Change<?> change : Changes.ALL) {
        for (Class<?> view : change.action().getDeclaredClasses()) {
          if (view.getSimpleName().equals("View")) {
            List<String> described = new ArrayList<>();
            plan.path(ProposalJson.inCamelCase(Changes.kind(change)))
                .path("properties")
                .fieldNames()
                .forEachRemaining(described::add);
            assertThat(described)
                .as(Changes.kind(change))
                .containsExactlyInAnyOrderElementsOf(
                    Arrays.stream(view.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
          }
        }
      }
    }
  }

  private static JsonNode assertPlanIsDescribed(Fixture fixture)
      throws IOException, InterruptedException {
    JsonNode document = document(fixture);
    JsonNode plan = YAML.readTree(get(fixture, "api/v1/plans/plan-1"));
    assertDescribed(document, document.at("/components/schemas/Plan"), plan, "plan");
    return plan;
  }

  /** Each field of each object is described, and each required one is there. */
  private static void assertDescribed(
      JsonNode document, JsonNode given, JsonNode found, String where) {
    JsonNode schema =
        given.has("$ref") ? document.at(given.path("$ref").asText().substring(1)) : given;
    if (found.isArray()) {
      found.forEach(
          element -> assertDescribed(document, schema.path("items"), element, where + "[]"));
    } else if (found.isObject() && schema.has("properties")) {
      found
          .fields()
          .forEachRemaining(
              field -> {
                JsonNode of = schema.path("properties").path(field.getKey());
                assertThat(of.isObject()).as(where + "." + field.getKey()).isTrue();
                assertDescribed(document, of, field.getValue(), where + "." + field.getKey());
              });
      schema
          .path("required")
          .forEach(
              field ->
                  assertThat(found.has(field.asText())).as(where + "." + field.asText()).isTrue());
    } else if (found.isObject()) {
      assertThat(schema.path("type").asText()).as(where).isEqualTo("object");
    }
  }

  private static JsonNode document(Fixture fixture) throws IOException, InterruptedException {
    return YAML.readTree(get(fixture, "api/v1/openapi.yaml"));
  }

  private static String get(Fixture fixture, String path) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(fixture.server.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }
}
