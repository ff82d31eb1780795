package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Options that name one of a few values. Stateless. */
final class NamedValues {
  private NamedValues() {}

  /** The value of this name, or the one to go on with. */
  static <E extends Enum<E>> E of(
      OptionTexts texts, String option, @Nullable String text, E absent) {
    return of(
        texts, option, text, absent, Arrays.asList(absent.getDeclaringClass().getEnumConstants()));
  }

  /** The same, where not every value can be chosen. */
  static <E extends Enum<E>> E of(
      OptionTexts texts, String option, @Nullable String text, E absent, List<E> choice) {
    if (text == null) {
      return absent;
    }
    for (E value : choice) {
      if (value.name().equals(text)) {
        return value;
      }
    }
    texts.problem(
        "%s is '%s': use %s"
            .formatted(
                option, text, choice.stream().map(Enum::name).collect(Collectors.joining(" or "))));
    return absent;
  }
}
