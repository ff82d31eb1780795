package io.amoeba.coordinator.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.util.Map;

/**
 * The JSON form of an open operation: {@code {"format", "plan", "kind", "state"}}, where the state
 * has a field for each component of its record. Stateless.
 */
public final class OperationCodec {

  /** The format that this coordinator writes and reads. */
  public static final int FORMAT = 1;

  /** Every component must be there, and nothing else: a state is what a successor acts on. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS, MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .withCoercionConfig(
              LogicalType.Textual,
              texts ->
                  texts
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  private record Document(int format, String plan, String kind, JsonNode state) {}

  private OperationCodec() {}

  /** The entry as JSON. */
  public static ObjectNode write(Entry entry) {
    return JSON.valueToTree(
        new Document(FORMAT, entry.plan(), entry.kind(), JSON.valueToTree(entry.state())));
  }

  /**
   * The entry in a document.
   *
   * @param states class of the states, by kind of operation
   * @throws IllegalArgumentException if it is not as {@link #write} makes it, or of another kind
   */
  public static Entry read(JsonNode node, Map<String, Class<? extends Record>> states) {
    if (!node.path("format").isInt() || node.path("format").intValue() != FORMAT) {
      throw new IllegalArgumentException("it is not of format " + FORMAT);
    }
    try {
      Document document = JSON.treeToValue(node, Document.class);
      Class<? extends Record> type = states.get(document.kind());
      if (type == null) {
        throw new IllegalArgumentException(
            "it is of a change of kind '%s', for which this coordinator is not configured"
                .formatted(document.kind()));
      }
      return new Entry(document.plan(), document.kind(), JSON.treeToValue(document.state(), type));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
