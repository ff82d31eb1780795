package io.amoeba.agentchecks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The options that an agent's page in {@code docs/} lists. */
public final class DocumentedOptions {

  private DocumentedOptions() {}

  /** The first words of the table's rows below the heading "Options". */
  public static Set<String> of(Path page) throws IOException {
    String options = Files.readString(page).split("\n## Options\n", 2)[1].split("\n## ", 2)[0];
    return Pattern.compile("`([a-z0-9-]+)`")
        .matcher(
            options
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" \\| ")[0])
                .collect(Collectors.joining("\n")))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }
}
