package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.PropertyWriter;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.lease.LeaseSight;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The description of the API has each field of the types that Jackson binds, with its type, and
 * whether it may be absent or null.
 */
class OpenApiTypesTest {

  private static final Map<String, Class<?>> TYPES =
      Map.of(
          "Status", StatusApi.Status.class,
          "State", StateApi.State.class,
          "Decision", DecisionJson.class,
          "Drill", Drill.Status.class,
          "Mode", ControlApi.ModeJson.class,
          "Paused", PlansApi.Paused.class,
          "Lease", LeaseSight.class,
          "Finding", Finding.class,
          "Upkeep", UpkeepApi.Upkeep.class,
          "Error", ErrorAnswers.Answer.class);

  private static final JsonNode DOCUMENT = document();

  /** A field: what it is, and how it is written if there is nothing. */
  private record Field(JavaType type, boolean required, boolean nullable) {}

  @ParameterizedTest
  @CsvSource({
    "Status",
    "State",
    "Decision",
    "Drill",
    "Mode",
    "Paused",
    "Lease",
    "Finding",
    "Upkeep",
    "Error"
  })
  void everyFieldIsDescribedAsItIsWritten(String schema) throws Exception {
    Class<?> type = Objects.requireNonNull(TYPES.get(schema));

    assertDescribed(
        DOCUMENT.at("/components/schemas/" + schema), JsonBody.MAPPER.constructType(type), schema);
  }

  private static void assertDescribed(JsonNode found, JavaType type, String where)
      throws IOException {
    JsonNode schema = resolved(found);
    Class<?> raw = type.getRawClass();
    if (JsonNode.class.isAssignableFrom(raw)) {
      // Written by hand: OpenApiTest compares it with an answer.
      assertThat(found.isMissingNode()).as(where).isFalse();
    } else if (type.isCollectionLikeType()) {
      assertThat(schema.path("type").asText()).as(where).isEqualTo("array");
      assertDescribed(schema.path("items"), type.getContentType(), where + "[]");
    } else if (type.isEnumType()) {
      assertThat(schema.path("enum"))
          .as(where)
          .extracting(JsonNode::asText)
          .containsExactlyElementsOf(
              Arrays.stream(raw.getEnumConstants()).map(c -> JsonBody.name((Enum<?>) c)).toList());
    } else if (raw.isRecord()) {
      assertRecord(schema, type, where);
    } else {
      assertThat(schema.path("type").asText()).as(where).isEqualTo(plain(raw));
    }
  }

  private static void assertRecord(JsonNode schema, JavaType type, String where)
      throws IOException {
    Map<String, JsonNode> described = new TreeMap<>();
    Set<String> required = new TreeSet<>();
    collect(schema, described, required);
    Map<String, Field> written = new TreeMap<>();
    fields(type, true, written);

    assertThat(described.keySet()).as(where).isEqualTo(written.keySet());
    Set<String> always = new TreeSet<>();
    written.forEach(
        (name, field) -> {
          if (field.required()) {
            always.add(name);
          }
        });
    assertThat(required).as("always in " + where).isEqualTo(always);
    for (Map.Entry<String, Field> field : written.entrySet()) {
      String name = where + "." + field.getKey();
      JsonNode one = Objects.requireNonNull(described.get(field.getKey()));
      assertThat(one.path("nullable").asBoolean())
          .as("%s may be null", name)
          .isEqualTo(field.getValue().nullable());
      assertDescribed(one, field.getValue().type(), name);
    }
  }

  /** What Jackson writes of a type; fields of unwrapped parts are its own. */
  private static void fields(JavaType type, boolean present, Map<String, Field> fields)
      throws IOException {
    JsonSerializer<?> serializer =
        JsonBody.MAPPER.getSerializerProviderInstance().findValueSerializer(type);
    for (Iterator<PropertyWriter> it = serializer.properties(); it.hasNext(); ) {
      BeanPropertyWriter property = (BeanPropertyWriter) it.next();
      boolean nullable = isNullable(type.getRawClass(), property.getMember().getName());
      boolean absent = nullable && property.willSuppressNulls();
      if (property.isUnwrapping()) {
        fields(property.getType(), present && !nullable, fields);
      } else {
        fields.put(
            property.getName(),
            new Field(property.getType(), present && !absent, nullable && !absent));
      }
    }
  }

  private static boolean isNullable(Class<?> type, String component) {
    for (RecordComponent each : type.getRecordComponents()) {
      if (each.getName().equals(component)) {
        AnnotatedElement found = each.getAnnotatedType();
        return found.isAnnotationPresent(Nullable.class);
      }
    }
    throw new AssertionError(type + " has no component " + component);
  }

  private static void collect(
      JsonNode schema, Map<String, JsonNode> properties, Set<String> required) {
    for (JsonNode part : schema.path("allOf")) {
      collect(resolved(part), properties, required);
    }
    schema.path("properties").properties().forEach(p -> properties.put(p.getKey(), p.getValue()));
    StreamSupport.stream(schema.path("required").spliterator(), false)
        .forEach(name -> required.add(name.asText()));
  }

  private static String plain(Class<?> type) {
    if (type == String.class) {
      return "string";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "boolean";
    }
    return type == double.class || type == Double.class ? "number" : "integer";
  }

  private static JsonNode resolved(JsonNode schema) {
    return schema.has("$ref")
        ? resolved(DOCUMENT.at(schema.path("$ref").asText().substring(1)))
        : schema;
  }

  private static JsonNode document() {
    try (InputStream in =
        OpenApiTypesTest.class.getResourceAsStream("/io/amoeba/coordinator/openapi.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
