package io.amoeba.coordinator.plan;

import java.util.List;
import java.util.Locale;

/** Numbers of bytes for people. Stateless. */
public final class ByteCount {

  private static final int STEP = 1024;
  private static final List<String> UNITS = List.of("KiB", "MiB", "GiB", "TiB", "PiB");

  private ByteCount() {}

  /** Such as "900 bytes" or "1.5 GiB". */
  public static String text(long bytes) {
    double value = bytes;
    String unit = "bytes";
    for (String larger : UNITS) {
      if (value < STEP) {
        break;
      }
      value /= STEP;
      unit = larger;
    }
    return unit.equals("bytes")
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%.1f %s", value, unit);
  }
}
