package io.amoeba.agentkit.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The agent's arguments, {@code key=value,…}. A value may stand in quotes, in which a comma is a
 * part of it. Stateless.
 */
final class ArgumentLine {

  private static final String QUOTES = "\"'";

  private ArgumentLine() {}

  /** What is given; what cannot be read is added to the errors. */
  static Map<String, OptionValue> read(String text, List<String> errors) {
    Map<String, OptionValue> values = new LinkedHashMap<>();
    for (String piece : pieces(unquoted(text.strip()), errors)) {
      int equals = piece.indexOf('=');
      if (equals > 0) {
        String key = piece.substring(0, equals).strip();
        String value = unquoted(piece.substring(equals + 1).strip());
        if (value.isBlank()) {
          errors.add(key + "=: has no value; leave the key out for the default");
        } else if (values.put(key, OptionValue.of(value)) != null) {
          errors.add(key + ": given twice; several values stand between +, as in key=a+b");
        }
      } else if (!piece.isBlank()) {
        errors.add(
            piece + ": want key=value; several values of a key stand between +, as in key=a+b");
      }
    }
    return values;
  }

  private static List<String> pieces(String text, List<String> errors) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    char open = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (open == 0 && c == ',') {
        pieces.add(text.substring(start, i));
        start = i + 1;
      } else if (open == 0 && i > 0 && text.charAt(i - 1) == '=' && QUOTES.indexOf(c) >= 0) {
        open = c;
      } else if (c == open) {
        open = 0;
      }
    }
    if (open == 0) {
      pieces.add(text.substring(start));
    } else {
      errors.add(text.substring(start) + ": the quote " + open + " is not closed");
    }
    return pieces;
  }

  /** Without a pair of quotes around all of it. */
  private static String unquoted(String text) {
    int last = text.length() - 1;
    boolean quoted =
        last > 0 && QUOTES.indexOf(text.charAt(0)) >= 0 && text.indexOf(text.charAt(0), 1) == last;
    return quoted ? text.substring(1, last) : text;
  }
}
