package io.amoeba.coordinator.text;

import java.util.PrimitiveIterator;

/**
 * Text from outside without control characters, which forge lines of a log and command a terminal.
 * Each is replaced by U+FFFD: the controls C0, DEL and C1, overrides of the writing direction, line
 * and paragraph separators, and halves of surrogate pairs. Stateless, safe for concurrent use.
 * Source: Unicode Standard Annex 9, table 3 (direction); Unicode Technical Report 36, section 2.
 */
public final class PrintableText {

  /** What stands for a character that was replaced. */
  public static final char REPLACEMENT = '\ufffd';

  private PrintableText() {}

  /** The text in one line. */
  public static String line(String text) {
    return replaced(text, /* severalLines= */ false);
  }

  /** The text, whose line feeds and tabs stay. */
  public static String lines(String text) {
    return replaced(text, /* severalLines= */ true);
  }

  /** Whether {@link #line} would leave it as it is. */
  public static boolean isLine(String text) {
    return text.codePoints().noneMatch(PrintableText::isControl);
  }

  private static String replaced(String text, boolean severalLines) {
    if (isLine(text)) {
      return text;
    }
    StringBuilder printable = new StringBuilder(text.length());
    PrimitiveIterator.OfInt characters = text.codePoints().iterator();
    while (characters.hasNext()) {
      int character = characters.nextInt();
      boolean stays = !isControl(character) || (severalLines && isLayout(character));
      printable.appendCodePoint(stays ? character : REPLACEMENT);
    }
    return printable.toString();
  }

  private static boolean isLayout(int character) {
    return character == '\n' || character == '\t';
  }

  private static boolean isControl(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> isDirection(character);
    };
  }

  private static boolean isDirection(int character) {
    return character == 0x061c // Arabic letter mark
        || character == 0x200e // left-to-right mark
        || character == 0x200f // right-to-left mark
        || (character >= 0x202a && character <= 0x202e) // embeddings and overrides
        || (character >= 0x2066 && character <= 0x2069); // isolates
  }
}
