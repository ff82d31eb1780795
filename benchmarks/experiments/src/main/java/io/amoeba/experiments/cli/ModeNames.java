package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Option {@code --modes} of an experiment. Stateless. */
final class ModeNames {
  private ModeNames() {}

  /**
   * The modes of these names, each once; or those to go on with.
   *
   * @param known what to use, for the error
   */
  static <M> List<M> read(
      OptionTexts texts,
      @Nullable String names,
      List<M> absent,
      Function<String, Optional<M>> byName,
      String known) {
    if (names == null) {
      return absent;
    }
    List<M> modes = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      Optional<M> mode = byName.apply(name.strip());
      if (mode.isEmpty()) {
        texts.problem("--modes has '%s': use some of %s".formatted(name, known));
      } else if (modes.contains(mode.get())) {
        texts.problem("--modes has '%s' twice: use --repeats".formatted(name));
      }
      mode.ifPresent(modes::add);
    }
    return modes;
  }
}
