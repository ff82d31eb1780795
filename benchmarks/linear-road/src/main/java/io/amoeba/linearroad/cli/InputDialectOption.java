package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.input.InputDialect;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads {@code --input-dialect}. Stateless. */
final class InputDialectOption {
  static final String NAME = "--input-dialect";

  static final String DESCRIPTION =
      "strict: the specification's ranges. dissertation: files of the dissertation's generator"
          + " (speeds to 150, segments 1 … 100). Default: strict.";

  private InputDialectOption() {}

  static InputDialect read(OptionTexts texts, @Nullable String text) {
    for (InputDialect known : InputDialect.values()) {
      if (text != null && known.name().toLowerCase(Locale.ROOT).equals(text)) {
        return known;
      }
    }
    if (text != null) {
      texts.problem("%s is '%s': use strict or dissertation".formatted(NAME, text));
    }
    return InputDialect.STRICT;
  }
}
