package io.amoeba.partitioner.placement;

/**
 * The routers of one edge in one attempt of a job, told apart from every other attempt by the
 * random incarnation that each router draws when it opens. Stateless; safe for concurrent use.
 */
public final class Cohort {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private Cohort() {}

  /** FNV-1a (64 bit) over the big-endian bytes of the incarnations in subtask order. */
  public static long hash(long[] incarnations) {
    long hash = FNV_OFFSET;
    for (long incarnation : incarnations) {
      for (int shift = 56; shift >= 0; shift -= 8) {
        hash = (hash ^ ((incarnation >>> shift) & 0xff)) * FNV_PRIME;
      }
    }
    return hash;
  }

  /** The protocol's text form: 16 lower-case hexadecimal digits. */
  public static String toText(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /**
   * The value of the protocol's text form.
   *
   * @throws IllegalArgumentException if the text is not 16 lower-case hexadecimal digits
   */
  public static long fromText(String text) {
    boolean hexadecimal = text.length() == 16;
    for (int i = 0; hexadecimal && i < 16; i++) {
      char c = text.charAt(i);
      hexadecimal = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }
    if (!hexadecimal) {
      throw new IllegalArgumentException("'" + text + "' is not 16 lower-case hexadecimal digits");
    }
    return Long.parseUnsignedLong(text, 16);
  }
}
