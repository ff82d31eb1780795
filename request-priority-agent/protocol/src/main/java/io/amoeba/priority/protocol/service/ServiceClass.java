package io.amoeba.priority.protocol.service;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A class of service. The order of constants is that of precedence: {@link #HIGH} comes first. */
public enum ServiceClass {
  /** Served before others. */
  HIGH("high", 0),
  /** The class of everything that nobody has marked. */
  NORMAL("normal", 1),
  /** Gives way to others. */
  LOW("low", 2);

  private static final ServiceClass[] ALL = values();

  private final String text;
  private final byte[] ascii;
  private final byte stamp;

  ServiceClass(String text, int stamp) {
    this.text = text;
    this.ascii = text.getBytes(StandardCharsets.US_ASCII);
    this.stamp = (byte) stamp;
  }

  /** Its name in payloads, options and views: in lower case. */
  public String text() {
    return text;
  }

  public boolean isAbove(ServiceClass other) {
    return compareTo(other) < 0;
  }

  /** This class, or the given one if this is above it. */
  public ServiceClass atMost(ServiceClass most) {
    return isAbove(most) ? most : this;
  }

  /** The value of an internode message's parameter: one byte. A new array on each call. */
  public byte[] encode() {
    return new byte[] {stamp};
  }

  /** The class that {@link #encode} wrote; null for any other value. */
  public static @Nullable ServiceClass decode(byte[] value) {
    if (value.length == 1) {
      for (ServiceClass candidate : ALL) {
        if (candidate.stamp == value[0]) {
          return candidate;
        }
      }
    }
    return null;
  }

  int length() {
    return ascii.length;
  }

  byte character(int index) {
    return ascii[index];
  }
}
