package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.text.PrintableText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replies that are lists of fields with values: as maps, which the third version of the protocol
 * has, or as lists of both in turn. Stateless.
 */
final class ReplyMaps {

  private ReplyMaps() {}

  /**
   * The entries of a reply.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static List<Map<String, String>> of(@Nullable Object reply) {
    if (!(reply instanceof List<?> entries)) {
      throw new IllegalArgumentException("the answer is no list but " + text(reply));
    }
    List<Map<String, String>> maps = new ArrayList<>();
    for (Object entry : entries) {
      maps.add(map(entry));
    }
    return maps;
  }

  private static Map<String, String> map(@Nullable Object entry) {
    Map<String, String> map = new LinkedHashMap<>();
    if (entry instanceof Map<?, ?> fields) {
      fields.forEach((field, value) -> map.put(text(field), text(value)));
    } else if (entry instanceof List<?> fields && fields.size() % 2 == 0) {
      for (int i = 0; i < fields.size(); i += 2) {
        map.put(text(fields.get(i)), text(fields.get(i + 1)));
      }
    } else {
      throw new IllegalArgumentException("an entry has no fields but is " + text(entry));
    }
    return map;
  }

  private static String text(@Nullable Object value) {
    return PrintableText.line(
        value instanceof byte[] bytes
            ? new String(bytes, StandardCharsets.UTF_8)
            : String.valueOf(value));
  }
}
