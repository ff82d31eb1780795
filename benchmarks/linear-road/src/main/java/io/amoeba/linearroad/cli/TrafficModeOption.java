package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.generator.TrafficMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the kind of generated traffic. Stateless. */
final class TrafficModeOption {
  private TrafficModeOption() {}

  static TrafficMode read(OptionTexts texts, String option, @Nullable String text) {
    for (TrafficMode known : TrafficMode.values()) {
      if (text != null && known.name().toLowerCase(Locale.ROOT).equals(text)) {
        return known;
      }
    }
    if (text != null) {
      texts.problem("%s is '%s': use steady or specification".formatted(option, text));
    }
    return TrafficMode.STEADY;
  }
}
