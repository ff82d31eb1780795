package io.amoeba.agentkit.options;

import java.util.List;

/**
 * What is given for a key, as text. Immutable.
 *
 * @param items one for all but a YAML list
 */
record OptionValue(List<String> items) {

  static OptionValue of(String text) {
    return new OptionValue(List.of(text));
  }

  /** As in messages. */
  @Override
  public String toString() {
    return items.size() == 1 ? items.get(0) : items.toString();
  }
}
