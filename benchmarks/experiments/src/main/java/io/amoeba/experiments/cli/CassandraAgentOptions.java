package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What experiments ask of an agent in Cassandra; what is wrong goes to a list. Confined to one
 * thread.
 *
 * @param needing modes that need the agent, of those that were chosen
 */
record CassandraAgentOptions(OptionTexts texts, List<String> needing) {
  private static final Pattern OPTIONS =
      Pattern.compile("[a-z0-9-]+=[\\w.-]+(,[a-z0-9-]+=[\\w.-]+)*");

  /** Its jar has to be there if it is needed. */
  void requireJar(Path distribution, String jar) {
    Path agent = distribution.resolve("cassandra-lib").resolve(jar);
    if (!needing.isEmpty() && !Files.isRegularFile(agent)) {
      texts.problem(
          "--modes has %s, but there is no %s: build it, or use --modes stock"
              .formatted(String.join(" and ", needing), agent));
    }
  }

  /**
   * More options of it, as they were given; empty if there are none.
   *
   * @param setElsewhere what sets the option of a key, too, and the remedy; empty if nothing does
   */
  String more(@Nullable String given, Function<String, List<String>> setElsewhere) {
    String text = given == null ? "" : given.strip();
    if (!text.isEmpty() && !OPTIONS.matcher(text).matches()) {
      texts.problem(
          "--agent-options is '%s': use KEY=VALUE,KEY=VALUE as after -javaagent".formatted(text));
    } else if (!text.isEmpty() && needing.isEmpty()) {
      texts.problem("--agent-options is set, but no mode of --modes has the agent");
    }
    for (String option : text.split(",", -1)) {
      for (String setter : setElsewhere.apply(option.split("=", -1)[0])) {
        texts.problem("--agent-options has '%s', which %s".formatted(option, setter));
      }
    }
    return text;
  }
}
