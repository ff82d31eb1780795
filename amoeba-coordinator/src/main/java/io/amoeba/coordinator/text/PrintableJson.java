package io.amoeba.coordinator.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;

/**
 * Makes the texts of a JSON document from outside {@linkplain PrintableText printable}. Stateless.
 */
public final class PrintableJson {

  private PrintableJson() {}

  /** The same document, whose texts have been replaced; names of fields stay. */
  public static JsonNode of(JsonNode document) {
    return of(document, Set.of());
  }

  /**
   * The same document, whose texts have been replaced; names of fields stay.
   *
   * @param traces names of fields whose texts may have several lines
   */
  public static JsonNode of(JsonNode document, Set<String> traces) {
    if (document instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        field.setValue(
            traces.contains(field.getKey()) && field.getValue().isTextual()
                ? TextNode.valueOf(PrintableText.lines(field.getValue().textValue()))
                : of(field.getValue(), traces));
      }
    } else if (document instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, of(array.get(i), traces));
      }
    } else if (document.isTextual() && !PrintableText.isLine(document.textValue())) {
      return TextNode.valueOf(PrintableText.line(document.textValue()));
    }
    return document;
  }
}
