package io.amoeba.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Numbers for programs; JSON has none that is not finite. Stateless. */
public final class JsonNumbers {
  private JsonNumbers() {}

  /** Puts a number, or null if it is not finite. */
  public static void number(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
