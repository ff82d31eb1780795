package io.amoeba.coordinator.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.amoeba.coordinator.text.PrintableJson;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Reads and writes bounded JSON bodies. Stateless, safe for concurrent use. */
final class JsonBody {

  /** Longest request body, in bytes: a report of a few thousand operators fits many times. */
  static final int MAX_BYTES = 1 << 20;

  /** Longest body of an order: a note in any script, with room to spare. */
  static final int MAX_ORDER_BYTES = 1 << 13;

  static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(16).build())
                  .build())
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .build();

  private JsonBody() {}

  /** How a constant is called in bodies. */
  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The body as a JSON object. */
  static JsonNode read(Context context) {
    return parse(bytes(context, MAX_BYTES));
  }

  /** The body of a person's order as a JSON object; it may be empty. */
  static JsonNode readOrder(Context context) {
    byte[] body = bytes(context, MAX_ORDER_BYTES);
    return body.length == 0 ? MAPPER.createObjectNode() : parse(body);
  }

  private static byte[] bytes(Context context, int atMost) {
    byte[] body;
    try {
      body = context.bodyInputStream().readNBytes(atMost + 1);
    } catch (IOException e) {
      throw new UncheckedIOException("request body could not be read", e);
    }
    if (body.length > atMost) {
      throw new ContentTooLargeResponse("request body is longer than " + atMost + " bytes");
    }
    return body;
  }

  private static JsonNode parse(byte[] body) {
    try {
      JsonNode node = MAPPER.readTree(body);
      if (node == null || !node.isObject()) {
        throw new BadRequest("request body must be a JSON object");
      }
      return PrintableJson.of(node);
    } catch (JsonProcessingException e) {
      throw new BadRequest("request body is not JSON: " + position(e) + cause(e));
    } catch (IOException e) {
      throw new BadRequest("request body is not JSON: not UTF-8 text");
    }
  }

  /** Answers with a JSON value. */
  static void write(Context context, Object value) {
    try {
      context.contentType("application/json").result(MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("state could not be written as JSON", e);
    }
  }

  /** Jackson's message without the part that describes its own parser. */
  private static String cause(JsonProcessingException e) {
    String message = String.valueOf(e.getOriginalMessage());
    int parser = message.indexOf(" (start marker");
    return parser < 0 ? message : message.substring(0, parser);
  }

  private static String position(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : "line "
            + e.getLocation().getLineNr()
            + ", column "
            + e.getLocation().getColumnNr()
            + ": ";
  }
}
