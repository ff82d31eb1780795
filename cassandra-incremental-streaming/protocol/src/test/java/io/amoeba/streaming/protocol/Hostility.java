package io.amoeba.streaming.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Function;

/** Damages texts at random: a reader must refuse them by name, or read what it would write so. */
public final class Hostility {

  private static final String ALPHABET = "0123456789-+;|,=/ abcdefABCDEF\u00e9\ud83d\n\0";

  private Hostility() {}

  public static String damaged(String text, Random random) {
    StringBuilder damaged = new StringBuilder(text);
    int strokes = 1 + random.nextInt(3);
    for (int i = 0; i < strokes; i++) {
      int at = random.nextInt(damaged.length() + 1);
      char any = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      switch (random.nextInt(4)) {
        case 0 -> damaged.insert(at, any);
        case 1 -> damaged.setLength(at);
        case 2 -> damaged.insert(at, text, 0, random.nextInt(text.length()));
        default -> {
          if (at < damaged.length()) {
            damaged.setCharAt(at, any);
          }
        }
      }
    }
    return damaged.toString();
  }

  public static <T> void isRefusedOrRead(
      String text, Function<String, T> read, Function<T, String> write) {
    T value;
    try {
      value = read.apply(text);
    } catch (MalformedTextException refused) {
      assertThat(refused.getMessage()).hasSizeLessThan(400);
      return;
    }
    assertThat(write.apply(value)).isEqualTo(text);
  }
}
