package io.amoeba.streaming.protocol;

/** Text that stands between semicolons in gossip: printable ASCII without them. Stateless. */
public final class PlainText {

  private static final String ENDS_EARLY = "...";

  private PlainText() {}

  /** The same as far as it may be gossiped, and no longer than this. */
  public static String of(String text, int length) {
    StringBuilder plain = new StringBuilder();
    text.chars()
        .limit(length + 1L)
        .forEach(
            c ->
                plain.append(
                    c == ';'
                        ? ','
                        : isPlain(c) ? (char) c : Character.isWhitespace(c) ? ' ' : '?'));
    if (plain.length() > length) {
      plain.setLength(length - ENDS_EARLY.length());
      plain.append(ENDS_EARLY);
    }
    return plain.toString();
  }

  /**
   * @param what it is, for the message
   * @throws IllegalArgumentException if it is another text, or longer
   */
  public static void require(String what, String text, int length) {
    if (text.length() > length || !text.chars().allMatch(PlainText::isPlain)) {
      throw new IllegalArgumentException(
          "%s of %d characters: want at most %d printable ASCII characters without ;"
              .formatted(what, text.length(), length));
    }
  }

  private static boolean isPlain(int c) {
    return c >= ' ' && c < 0x7f && c != ';';
  }
}
