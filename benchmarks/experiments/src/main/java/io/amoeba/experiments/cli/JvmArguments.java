package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of every Cassandra node's JVM, as they were given. Filled by picocli; confined to the
 * main thread.
 */
final class JvmArguments {
  /**
   * New paths through Cassandra, such as writes for a joining node, are compiled anew. With a
   * quarter of a processor that takes minutes of all nodes; on a server nobody notices.
   */
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  @Option(
      names = "--jvm-options",
      paramLabel = "OPTIONS",
      description =
          "More options of every node's JVM, in all modes, between spaces; may be empty. Default:"
              + " -XX:TieredStopAtLevel=1, because all compilers would take minutes of so little of"
              + " a processor.")
  @Nullable String jvmOptions;

  /** Checks them; what is wrong goes to the texts. */
  String read(OptionTexts texts) {
    String options = jvmOptions == null ? FIRST_COMPILER : jvmOptions.strip();
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
