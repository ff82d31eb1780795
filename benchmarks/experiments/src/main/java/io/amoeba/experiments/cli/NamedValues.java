package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Options that name one of a few values. Stateless. */
final class NamedValues {
  private NamedValues() {}

  /** The value of this name, or the one to go on with. */
  static <E extends Enum<E>> E of(
      OptionTexts texts, String option, @Nullable String text, E absent) {
    if (text == null) {
      return absent;
    }
    E[] all = absent.getDeclaringClass().getEnumConstants();
    for (E value : all) {
      if (value.name().equals(text)) {
        return value;
      }
    }
    texts.problem(
        "%s is '%s': use %s"
            .formatted(
                option,
                text,
                Arrays.stream(all).map(Enum::name).collect(Collectors.joining(" or "))));
    return absent;
  }
}
