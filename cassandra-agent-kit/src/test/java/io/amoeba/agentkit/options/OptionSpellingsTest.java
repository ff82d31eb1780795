package io.amoeba.agentkit.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each spelling is understood, or refused with key, value and remedy. */
class OptionSpellingsTest {

  private static final Pattern WORD = Pattern.compile("\\w+(\\.\\w+)?");
  private static final String ABSENT = "absent.yaml";

  @TempDir Path folder;

  private static OptionValues line(String arguments) {
    return OptionSource.read(arguments, ABSENT);
  }

  private OptionValues file(String yaml) throws IOException {
    Path file = folder.resolve("options.yaml");
    Files.writeString(file, yaml.replace("\\n", "\n"));
    return line("config=" + file);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          5, 5
          -5, -5
          1_000, 1000
          '"5"', 5
          '''5''', 5
          ' 5 ', 5
          0, 0
          """)
  void numbersAreUnderstood(String value, long number) throws Exception {
    OptionValues line = line("n=" + value);
    OptionValues file = file("n: " + value);

    assertThat(line.number("n", -10, 10_000, 77)).isEqualTo(number);
    assertThat(file.number("n", -10, 10_000, 77)).isEqualTo(number);
    assertThat(line.errors()).isEmpty();
    assertThat(file.errors()).isEmpty();
  }

  /** Some of them are numbers to YAML, but other ones than most who write them have in mind. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "010",
        "0x10",
        "0b1",
        "1:30",
        "1e3",
        "5.0",
        "+5",
        "five",
        "5s",
        "5 %",
        "10001",
        "-11",
        "99999999999999999999",
        "1__0",
        "1_",
        "１２",
        "on"
      })
  void otherNumbersAreRefusedWithTheirRange(String value) throws Exception {
    for (OptionValues values : List.of(line("n=" + value), file("n: " + value))) {
      assertThat(values.number("n", -10, 10_000, 77)).isEqualTo(77);
      assertThat(values.errors())
          .containsExactly("n=" + value + ": want a whole number -10 … 10000");
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          KIB, 0, 0
          KIB, 1024KiB, 1024
          KIB, 1MiB, 1024
          KIB, 2048B, 2
          MIB_PER_SECOND, 0, 0
          MIB_PER_SECOND, 24MiB/s, 24
          MIB_PER_SECOND, 2048KiB/s, 2
          MIB_PER_SECOND, 1GiB/s, 1024
          PERCENT, 50, 50
          PERCENT, 50%, 50
          PERCENT, 50 %, 50
          """)
  void unitsAreUnderstood(OptionUnit unit, String value, long number) throws Exception {
    for (OptionValues values : List.of(line("n=" + value), file("n: " + value))) {
      assertThat(values.number("n", unit, 0, 100_000, 77)).isEqualTo(number);
      assertThat(values.errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          KIB, 1024
          KIB, 1MB
          KIB, 1000B
          KIB, 1M
          MIB_PER_SECOND, 24
          MIB_PER_SECOND, 24MiB
          MIB_PER_SECOND, 200Mbit/s
          PERCENT, 0.5
          """)
  void otherUnitsAreRefusedWithThoseThatThereAre(OptionUnit unit, String value) throws Exception {
    for (OptionValues values : List.of(line("n=" + value), file("n: " + value))) {
      assertThat(values.number("n", unit, 0, 100_000, 77)).isEqualTo(77);
      assertThat(values.errors())
          .singleElement()
          .asString()
          .startsWith("n=" + value + ": want a whole number 0 … 100000 of ")
          .containsPattern("with its unit: B.*, GiB|with or without %");
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          90s, 90000, 90s
          90 s, 90000, 90s
          1_000ms, 1000, 1s
          2m, 120000, 2m
          60m, 3600000, 1h
          1d, 86400000, 1d
          1500ms, 1500, 1500ms
          '"250ms"', 250, 250ms
          0, 0, 0s
          0s, 0, 0s
          """)
  void durationsAreUnderstoodAndPrintedInTheirLargestUnit(String value, long millis, String text)
      throws Exception {
    for (OptionValues values : List.of(line("d=" + value), file("d: " + value))) {
      Duration duration = values.duration("d", Duration.ZERO, Duration.ofDays(1), Duration.ZERO);

      assertThat(duration).isEqualTo(Duration.ofMillis(millis));
      assertThat(DurationText.of(duration)).isEqualTo(text);
      assertThat(values.errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "90",
        "5",
        "86401s",
        "9ms",
        "-1s",
        "5min",
        "5S",
        "5us",
        "10500us",
        "0.5s",
        "010s",
        "PT5S",
        "1h30m",
        "1:30",
        "9223372036854775807d",
        "99999999999999999999s"
      })
  void otherDurationsAreRefusedWithRangeUnitsAndSample(String value) throws Exception {
    for (OptionValues values : List.of(line("d=" + value), file("d: " + value))) {
      Duration absent = Duration.ofSeconds(7);

      assertThat(values.duration("d", Duration.ofMillis(10), Duration.ofDays(1), absent))
          .isEqualTo(absent);
      assertThat(values.errors())
          .containsExactly(
              "d="
                  + value
                  + ": want a duration 10ms … 1d with its unit, ms, s, m, h or d, as in 1d");
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          250us, 250, 250us
          1_500us, 1500, 1ms
          2000us, 2000, 2ms
          3ms, 3000, 3ms
          """)
  void optionsWithALimitBelowAMillisecondTakeMicroseconds(String value, long micros, String text)
      throws Exception {
    for (OptionValues values : List.of(line("d=" + value), file("d: " + value))) {
      Duration duration = values.duration("d", micros(50), Duration.ofMillis(100), micros(250));

      assertThat(duration).isEqualTo(micros(micros));
      assertThat(DurationText.of(duration)).isEqualTo(text);
      assertThat(values.errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"49us", "101ms", "250", "250µs", "250ns"})
  void otherDurationsBelowAMillisecondAreRefusedWithRangeUnitsAndSample(String value)
      throws Exception {
    for (OptionValues values : List.of(line("d=" + value), file("d: " + value))) {
      assertThat(values.duration("d", micros(50), Duration.ofMillis(100), micros(250)))
          .isEqualTo(micros(250));
      assertThat(values.errors())
          .containsExactly(
              "d="
                  + value
                  + ": want a duration 50us … 100ms with its unit, us, ms, s, m, h or d, as in"
                  + " 100ms");
    }
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "a+b"})
  void aWordOfAnotherShapeIsRefused(String value) throws Exception {
    for (OptionValues values : List.of(line("w=" + value), file("w: " + value))) {
      assertThat(values.word("w", WORD, "a name", "absent")).isEqualTo("absent");
      assertThat(values.errors()).containsExactly("w=" + value + ": want a name");
    }
    assertThat(line("w=a_1").word("w", WORD, "a name", "absent")).isEqualTo("a_1");
    assertThat(line("").word("w", WORD, "a name", "absent")).isEqualTo("absent");
  }

  @Test
  void aNumberOrAWordThatStandsForNoneIsUnderstood() throws Exception {
    OptionalLong absent = OptionalLong.of(7);

    assertThat(line("n=auto").numberOr("n", "auto", 1, 64, absent)).isEmpty();
    assertThat(file("n: Auto").numberOr("n", "auto", 1, 64, absent)).isEmpty();
    assertThat(line("n=4").numberOr("n", "auto", 1, 64, absent)).hasValue(4);
    assertThat(file("n: 64").numberOr("n", "auto", 1, 64, absent)).hasValue(64);
    assertThat(line("").numberOr("n", "auto", 1, 64, absent)).isEqualTo(absent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65", "-1", "automatic", "off", "4.0", "04"})
  void otherWordsAndNumbersAreRefusedWithTheWordAndTheRange(String value) throws Exception {
    OptionalLong absent = OptionalLong.of(7);
    for (OptionValues values : List.of(line("n=" + value), file("n: \"" + value + "\""))) {
      assertThat(values.numberOr("n", "auto", 1, 64, absent)).isEqualTo(absent);
      assertThat(values.errors())
          .containsExactly("n=" + value + ": want auto, or a whole number 1 … 64");
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          on, true
          ON, true
          true, true
          Yes, true
          '"on"', true
          off, false
          False, false
          no, false
          """)
  void booleanWordsAreUnderstood(String value, boolean on) throws Exception {
    for (OptionValues values : List.of(line("f=" + value), file("f: " + value))) {
      assertThat(values.flag("f", !on)).isEqualTo(on);
      assertThat(values.errors()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0", "y", "enabled", "of"})
  void otherWordsAreNoBooleans(String value) throws Exception {
    for (OptionValues values : List.of(line("f=" + value), file("f: " + value))) {
      values.flag("f", true);

      assertThat(values.errors()).containsExactly("f=" + value + ": want on or off");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"milli-seconds", "MILLI_SECONDS", "Milli-Seconds", "'milli-seconds'"})
  void namesOfConstantsAreUnderstood(String value) throws Exception {
    for (OptionValues values : List.of(line("c=" + value), file("c: " + value))) {
      assertThat(values.choice("c", Unit.class, Unit.HOURS)).isEqualTo(Unit.MILLI_SECONDS);
      assertThat(values.errors()).isEmpty();
    }
  }

  private enum Unit {
    MILLI_SECONDS,
    HOURS
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "w: shop billing.items",
        "w: shop, billing.items",
        "w: shop+billing.items",
        "w: [shop, billing.items]",
        "w: ['shop', \"billing.items\"]",
        "w:\\n- shop\\n- billing.items",
        "w: 'shop billing.items'",
        "w: \"shop,billing.items\""
      })
  void aFileListsWordsInEachWayThatYamlHas(String yaml) throws Exception {
    assertWords(file(yaml), "shop", "billing.items");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "w=shop+billing.items",
        "n=1,w=shop+billing.items",
        "w='shop,billing.items'",
        "w=\"shop,billing.items\",n=1",
        "\"w=shop+billing.items,n=1\""
      })
  void theLineListsWordsBetweenPlusSignsOrInQuotes(String arguments) {
    OptionValues values = line(arguments);
    values.number("n", 0, 1, 0);

    assertWords(values, "shop", "billing.items");
  }

  /** YAML would make a boolean, a number in base 8, and nothing of them. */
  @Test
  void namesThatAreOtherThingsToYamlStayNames() throws Exception {
    assertWords(file("w: [no, 010, nulls, 1_0]"), "no", "010", "nulls", "1_0");
  }

  private static void assertWords(OptionValues values, String... words) {
    assertThat(values.words("w", WORD, "a name")).containsExactly(words);
    assertThat(values.errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          w=[shop]       | w=[shop]: '[shop]' is not a name; several stand between +, as in w=a+b
          w=shop;billing | w=shop;billing: 'shop;billing' is not a name; several stand between +, as in w=a+b
          w=shop:billing | w=shop:billing: 'shop:billing' is not a name; several stand between +, as in w=a+b
          w=a.b.c        | w=a.b.c: 'a.b.c' is not a name; several stand between +, as in w=a+b
          w=+            | w=+: want a name, several between +
          w=shop,billing | billing: want key=value; several values of a key stand between +, as in key=a+b
          w=shop,w=bill  | w: given twice; several values stand between +, as in key=a+b
          w=             | w=: has no value; leave the key out for the default
          w=""           | w=: has no value; leave the key out for the default
          w="shop        | w="shop: the quote " is not closed
          =shop          | =shop: want key=value; several values of a key stand between +, as in key=a+b
          W=shop         | W=shop: there is no such option; it is called w
          word=shop      | word=shop: there is no such option; there are w
          """)
  void otherListsOnTheLineAreRefused(String arguments, String error) {
    OptionValues values = line(arguments);
    values.words("w", WORD, "a name");

    assertThat(values.errors()).containsExactly(error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n: 1\\nn: 2           | n: given twice; delete one of the lines
          n:                    | n: has no value; delete the line for the default
          n: ~                  | n: has no value; delete the line for the default
          n: ''                 | n: has no value; delete the line for the default
          n: []                 | n: has no value; delete the line for the default
          n: [1, 2]             | n=[1, 2]: want one value, not a list
          n: {a: 1}             | n: want a value or a list of values
          n: [[1]]              | n: want a value or a list of values
          ? [n]\\n: 1           | want a key that is a word
          N: 1                  | N=1: there is no such option; it is called n
          config: other.yaml    | config=other.yaml: there is no such option
          - n                   | want lines of key: value
          n                     | want lines of key: value
          'n: "1'               | is not YAML
          n: 1\\n---\\nn: 2     | is not YAML
          """)
  void otherFilesAreRefused(String yaml, String error) throws Exception {
    OptionValues values = file(yaml);
    values.number("n", 0, 9, 0);

    assertThat(values.errors()).singleElement().asString().contains(error);
  }

  @Test
  void anItemAloneIsAValue() throws Exception {
    assertThat(file("n: [3]").number("n", 0, 9, 0)).isEqualTo(3);
  }

  @Test
  void emptyFilesAndLinesGiveNothing() throws Exception {
    assertThat(file("").errors()).isEmpty();
    assertThat(file("# nothing\n").errors()).isEmpty();
    assertThat(line("").errors()).isEmpty();
    assertThat(line(" , ,").errors()).isEmpty();
  }

  @Test
  void messagesCarryNoControlCharacters() throws Exception {
    OptionValues values = file("n: \"1\\e[31m\"");
    values.number("n", 0, 9, 0);

    assertThat(values.errors()).containsExactly("n=1?[31m: want a whole number 0 … 9");
  }

  /** As Cassandra's start script does, wherever the line stands: words, and names of files. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "JVM_OPTS=\"$JVM_OPTS $LINE\"; printf '%s\\n' $JVM_OPTS",
        "echo \"$LINE\" > jvm-server.options; for o in `grep '^-' jvm-server.options`; do JVM_OPTS=\"$JVM_OPTS $o\"; done; printf '%s\\n' $JVM_OPTS",
        "JVM_EXTRA_OPTS=\"$LINE\"; JVM_OPTS=\"$JVM_OPTS $JVM_EXTRA_OPTS\"; printf '%s\\n' $JVM_OPTS"
      })
  void aListBetweenPlusSignsSurvivesEachPlaceWhereTheLineGoes(String script) throws Exception {
    String line = "-javaagent:/opt/agent.jar=exclude=shop+billing.items,warm-up-limit=1h";
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
    shell.environment().put("LINE", line);
    shell.environment().put("JVM_OPTS", "-Xmx1g");

    Process process = shell.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(output.lines()).containsExactly("-Xmx1g", line);
  }
}
