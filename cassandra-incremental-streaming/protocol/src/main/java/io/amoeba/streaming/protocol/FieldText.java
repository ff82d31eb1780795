package io.amoeba.streaming.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * One line of text as fields between semicolons, read strictly: what a reader accepts, the writer
 * would have written the same. Errors: {@link MalformedTextException}. Immutable.
 *
 * <p>Gossip hands on what any host sends, so length and every value are bounded before they are
 * used.
 */
public final class FieldText {

  /**
   * A gossip value is written with writeUTF, which ends at 65,535 bytes; the codecs write ASCII.
   */
  public static final int MAX_LENGTH = 60_000;

  private static final int MOST_QUOTED = 40;

  private final String what;
  private final List<String> fields;

  private FieldText(String what, List<String> fields) {
    this.what = what;
    this.fields = fields;
  }

  /**
   * Reads a text of exactly {@code count} fields, of which the first is {@code version}. Another
   * version: {@link OtherVersionException}.
   */
  public static FieldText read(String what, String text, String version, int count) {
    if (text.length() > MAX_LENGTH) {
      throw new MalformedTextException(
          what + " of " + text.length() + " characters: at most " + MAX_LENGTH + " are possible");
    }
    List<String> fields = split(text, ';');
    if (!fields.get(0).equals(version)) {
      throw new OtherVersionException(
          what + " of version " + quoted(fields.get(0)) + ": this agent reads version " + version);
    }
    if (fields.size() != count) {
      throw new MalformedTextException(what + " of " + fields.size() + " fields: want " + count);
    }
    return new FieldText(what, fields);
  }

  /** As {@link #read}, of a text that {@link #withChecksum} has written. */
  public static FieldText readChecked(String what, String text, String version, int count) {
    int end = text.lastIndexOf(';');
    if (end < 0 || !text.substring(end + 1).equals(checksum(text.substring(0, end)))) {
      throw new MalformedTextException(what + ": its checksum is wrong, the file is damaged");
    }
    return read(what, text.substring(0, end), version, count);
  }

  /** The text with a last field that shows whether all of it has been read. */
  public static String withChecksum(String text) {
    return text + ';' + checksum(text);
  }

  private static String checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }

  /** Pieces between separators; one, empty, of an empty text. */
  public static List<String> split(String text, char separator) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, start)) {
      pieces.add(text.substring(start, end));
      start = end + 1;
    }
    pieces.add(text.substring(start));
    return pieces;
  }

  /** Tokens as {@link #tokens} reads them. */
  public static String write(SortedSet<Long> tokens) {
    return tokens.stream().map(String::valueOf).collect(Collectors.joining("|"));
  }

  public String text(int field) {
    return fields.get(field);
  }

  public UUID uuid(int field) {
    return uuid(fields.get(field));
  }

  public UUID uuid(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      if (uuid.toString().equals(text)) {
        return uuid;
      }
    } catch (IllegalArgumentException notHex) {
      // Reported below, like the short forms that fromString takes.
    }
    throw new MalformedTextException(what + ": " + quoted(text) + " is not a UUID");
  }

  public boolean flag(int field) {
    return number(field, 1) == 1;
  }

  /** A number 0 … max. */
  public long number(int field, long max) {
    return number(fields.get(field), max);
  }

  /** A number 0 … max. */
  public long number(String text, long max) {
    long number = signed(text);
    if (number < 0 || number > max) {
      throw new MalformedTextException(what + ": " + number + " is not in 0 … " + max);
    }
    return number;
  }

  /** Tokens between bars, ascending. */
  public SortedSet<Long> tokens(int field) {
    return tokens(fields.get(field));
  }

  /** Tokens between bars, ascending. */
  public SortedSet<Long> tokens(String text) {
    SortedSet<Long> tokens = new TreeSet<>();
    if (text.isEmpty()) {
      return tokens;
    }
    for (String piece : split(text, '|')) {
      long token = signed(piece);
      if (!tokens.isEmpty() && tokens.last() >= token) {
        throw new MalformedTextException(what + ": token " + token + " is not in ascending order");
      }
      tokens.add(token);
    }
    return tokens;
  }

  /** What {@code build} makes of the fields; its objections name this text. */
  public <T> T build(java.util.function.Supplier<T> build) {
    try {
      return build.get();
    } catch (MalformedTextException alreadyNamed) {
      throw alreadyNamed;
    } catch (IllegalArgumentException contradiction) {
      throw new MalformedTextException(what + ": " + contradiction.getMessage());
    }
  }

  private long signed(String text) {
    try {
      long number = Long.parseLong(text);
      if (Long.toString(number).equals(text)) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, like leading zeros and plus signs.
    }
    throw new MalformedTextException(what + ": " + quoted(text) + " is not a number");
  }

  /** For a log: of what another host has sent, no line break gets there. */
  private static String quoted(String text) {
    return '"' + PlainText.of(text, MOST_QUOTED) + '"';
  }
}
