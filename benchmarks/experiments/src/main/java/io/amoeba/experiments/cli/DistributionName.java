package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.ycsb.Distribution;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Option {@code --distribution}. Stateless. */
final class DistributionName {
  private DistributionName() {}

  /** The distribution of this name, or the one to go on with. */
  static Distribution of(OptionTexts texts, @Nullable String name, Distribution absent) {
    for (Distribution distribution : Distribution.values()) {
      if (distribution.name().toLowerCase(Locale.ROOT).equals(name)) {
        return distribution;
      }
    }
    if (name != null) {
      texts.problem("--distribution is '%s': use zipfian or uniform".formatted(name));
    }
    return absent;
  }
}
