package io.amoeba.coordinator.doctor;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads numbers that servers write. Stateless. */
final class WholeNumber {

  private WholeNumber() {}

  static Optional<Long> of(@Nullable String text) {
    try {
      return text == null ? Optional.empty() : Optional.of(Long.valueOf(text.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
