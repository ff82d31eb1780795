package io.amoeba.coordinator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/problems.md} has every code with its severity, and no other. */
class ProblemsPageTest {

  private static final Path PAGE = Path.of("../docs/problems.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `([A-Z][A-Z0-9_]*)` \\| `([a-z]+)` \\|(?: ([a-z ]+) \\|)?.*");

  /** A problem that is made with a code in the same place. */
  private static final Pattern MADE =
      Pattern.compile(
          "(?:Problem\\.(error|warning|note)|new Problem)\\(\\s*\"([A-Z][A-Z0-9_]*)\"\\s*,");

  @Test
  void everySymptomIsExplainedWithItsSeverityAndWhatItPrevents() throws IOException {
    List<String> expected =
        Arrays.stream(SymptomCode.values())
            .map(code -> code + " " + code.severity().text() + " " + prevents(code.blocks()))
            .toList();

    assertThat(rows("## Symptoms")).containsExactlyElementsOf(expected);
  }

  @Test
  void everyOtherCodeThatIsMadeIsExplainedWithItsSeverity() throws IOException {
    Map<String, Set<String>> made = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Matcher matcher = MADE.matcher(Files.readString(file));
        while (matcher.find()) {
          Set<String> severities = made.computeIfAbsent(matcher.group(2), code -> new TreeSet<>());
          Optional.ofNullable(matcher.group(1)).ifPresent(severities::add);
        }
      }
    }

    Map<String, String> explained = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      String[] cells = line.split("\\|", -1);
      if (cells.length > 3) {
        explained.put(cells[1].strip(), cells[2]);
      }
    }
    assertThat(made).hasSizeGreaterThan(30);
    made.forEach(
        (code, severities) -> {
          assertThat(explained).containsKey("`" + code + "`");
          severities.forEach(
              severity ->
                  assertThat(explained.getOrDefault("`" + code + "`", ""))
                      .as(code)
                      .contains("`" + severity + "`"));
        });
  }

  private static String prevents(SymptomCode.Blocks blocks) {
    return switch (blocks) {
      case NOTHING -> "nothing";
      case PLANS_OF_OPERATOR -> "plans for the operator";
      case EVERY_PLAN -> "every plan";
    };
  }

  private static List<String> rows(String section) throws IOException {
    List<String> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(PAGE)) {
      inside = line.startsWith("## ") ? line.equals(section) : inside;
      Matcher row = ROW.matcher(line);
      if (inside && row.matches()) {
        rows.add("%s %s %s".formatted(row.group(1), row.group(2), row.group(3)).strip());
      }
    }
    assertThat(rows).as(section).isNotEmpty();
    return rows;
  }
}
