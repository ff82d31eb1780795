package io.amoeba.priority.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableNameTest {

  @ParameterizedTest
  @CsvSource({
    "app, app",
    "spark nightly, spark nightly",
    "J\u00fcrgen, J\\u00fcrgen",
    "back\\slash, back\\u005cslash",
  })
  void aNameIsShownInAscii(String name, String shown) {
    assertThat(PrintableName.of(name)).isEqualTo(shown);
  }

  @Test
  void differentNamesStayDifferentAndShort() {
    long seed = 20_261_128;
    Random random = new Random(seed);
    Set<String> names = new HashSet<>();
    Set<String> shown = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      StringBuilder name = new StringBuilder();
      int length = random.nextInt(300);
      for (int j = 0; j < length; j++) {
        name.append((char) random.nextInt(0x100));
      }
      names.add(name.toString());
      shown.add(PrintableName.of(name.toString()));
    }

    assertThat(shown)
        .hasSameSizeAs(names)
        .allMatch(name -> name.length() <= PrintableName.MOST_CHARACTERS + 12)
        .allMatch(name -> name.chars().allMatch(c -> c >= ' ' && c < 0x7f));
  }
}
