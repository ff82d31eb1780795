package io.amoeba.priority.classify;

/**
 * Names from outside as logs, views and terminals show them: printable ASCII, and never longer than
 * a line. Different names stay different. Stateless.
 */
final class PrintableName {

  static final int MOST_CHARACTERS = 128;

  private PrintableName() {}

  /** The name itself if it is short and printable. */
  static String of(String name) {
    if (isPrintable(name)) {
      return name;
    }
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char character = name.charAt(i);
      String shown = escape(character);
      if (escaped.length() + shown.length() > MOST_CHARACTERS) {
        return escaped + "...#" + Integer.toHexString(name.hashCode());
      }
      escaped.append(shown);
    }
    return escaped.toString();
  }

  private static boolean isPrintable(String name) {
    return name.length() <= MOST_CHARACTERS
        && name.chars().allMatch(character -> isPlain((char) character));
  }

  private static String escape(char character) {
    return isPlain(character) ? String.valueOf(character) : "\\u%04x".formatted((int) character);
  }

  /** Without the escape's own character. */
  private static boolean isPlain(char character) {
    return character >= ' ' && character < 0x7f && character != '\\';
  }
}
