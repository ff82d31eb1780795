package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import org.jspecify.annotations.Nullable;

/** Options of every Cassandra node's JVM, as they are given. Stateless. */
final class JvmOptions {
  /**
   * New paths through Cassandra, such as writes for a joining node, are compiled anew. With a
   * quarter of a processor that takes minutes of all nodes; on a server nobody notices.
   */
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  private JvmOptions() {}

  /**
   * Checks them; what is wrong goes to the texts.
   *
   * @param given between spaces; null: the first compiler only
   */
  static String read(OptionTexts texts, @Nullable String given) {
    String options = given == null ? FIRST_COMPILER : given.strip();
    for (String word : options.split("\\s+", -1)) {
      if (!options.isEmpty() && !word.startsWith("-")) {
        texts.problem(
            "--jvm-options has '%s': options of a JVM begin with '-', with spaces between them"
                .formatted(word));
      }
    }
    return options;
  }
}
