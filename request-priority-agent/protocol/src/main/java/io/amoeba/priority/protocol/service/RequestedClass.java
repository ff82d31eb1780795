package io.amoeba.priority.protocol.service;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The class that a client names for a request or a connection. Names come from outside: what is
 * wrong with one is said in printable ASCII, and never longer than a line. Immutable.
 */
public sealed interface RequestedClass {

  /** The longest value that is looked at, in bytes. */
  int MOST_BYTES = 16;

  /** A class of service. */
  record Named(ServiceClass serviceClass) implements RequestedClass {
    private static final Named[] ALL = {
      new Named(ServiceClass.HIGH), new Named(ServiceClass.NORMAL), new Named(ServiceClass.LOW)
    };

    private boolean isNamedBy(ByteBuffer value) {
      if (value.remaining() != serviceClass.length()) {
        return false;
      }
      for (int i = 0; i < serviceClass.length(); i++) {
        if (value.get(value.position() + i) != serviceClass.character(i)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * No class of service.
   *
   * @param problem what the value is, to be continued after its key: {@code is empty}
   */
  record Malformed(String problem) implements RequestedClass {}

  /** Reads a payload's value and leaves its position. Allocates nothing for a class's name. */
  static RequestedClass read(ByteBuffer value) {
    for (Named named : Named.ALL) {
      if (named.isNamedBy(value)) {
        return named;
      }
    }
    return new Malformed(problem(value));
  }

  /** Reads the value of a connection's option. */
  static RequestedClass read(String value) {
    // More characters are more bytes, so a long value need not be copied.
    String start = value.length() > MOST_BYTES ? value.substring(0, MOST_BYTES + 1) : value;
    return read(ByteBuffer.wrap(start.getBytes(StandardCharsets.UTF_8)));
  }

  private static String problem(ByteBuffer value) {
    if (!value.hasRemaining()) {
      return "is empty";
    }
    if (value.remaining() > MOST_BYTES) {
      return "is longer than " + MOST_BYTES + " bytes";
    }
    String text = printable(value);
    return text == null ? "is not printable ASCII" : "is '" + text + "'";
  }

  private static @Nullable String printable(ByteBuffer value) {
    StringBuilder text = new StringBuilder(MOST_BYTES);
    for (int i = value.position(); i < value.limit(); i++) {
      byte character = value.get(i);
      // Without space, and without DEL, which is 0x7f.
      if (character <= ' ' || character == 0x7f) {
        return null;
      }
      text.append((char) character);
    }
    return text.toString();
  }
}
