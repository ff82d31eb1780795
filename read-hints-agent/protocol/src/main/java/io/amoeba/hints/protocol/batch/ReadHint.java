package io.amoeba.hints.protocol.batch;

import io.amoeba.hints.protocol.selection.SelectionCodec;
import java.util.Arrays;
import java.util.UUID;

/**
 * One read, to be repeated elsewhere: a table's id, a partition key and which of its rows, as bytes
 * of {@link SelectionCodec}; no rows named is the whole partition. Immutable; the arrays are not
 * copied.
 */
public final class ReadHint {

  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long FINAL_MULTIPLIER = 0xff51afd7ed558ccdL;

  private final UUID table;
  private final byte[] key;
  private final byte[] selection;
  private final int hash;

  public ReadHint(UUID table, byte[] key, byte[] selection) {
    this.table = table;
    this.key = key;
    this.selection = selection;
    this.hash = hash(table, key, selection);
  }

  /*
   * FNV-1a, and a step of MurmurHash3's end, since its upper bits are the good ones. Keys are often
   * numbers, of which only the last bytes differ; Arrays.hashCode gives many of them the same value,
   * so that finding one among others takes long.
   */
  private static int hash(UUID table, byte[] key, byte[] selection) {
    long mixed = mix(mix(table.getMostSignificantBits(), key), selection);
    return (int) (((mixed ^ (mixed >>> 33)) * FINAL_MULTIPLIER) >>> 32);
  }

  private static long mix(long seed, byte[] bytes) {
    long mixed = seed ^ bytes.length;
    for (byte one : bytes) {
      mixed = (mixed ^ (one & 0xff)) * FNV_PRIME;
    }
    return mixed;
  }

  public UUID table() {
    return table;
  }

  public byte[] key() {
    return key;
  }

  public byte[] selection() {
    return selection;
  }

  /** Whether it names a range of tokens in place of a partition's key. */
  public boolean isOfTokens() {
    return SelectionCodec.isOfTokens(selection);
  }

  /** Whether a batch can carry it; keys have at most 65,535 bytes in Cassandra. */
  public boolean isEncodable() {
    return key.length <= BatchLimits.DEFAULTS.keyBytes()
        && selection.length <= BatchLimits.DEFAULTS.selectionBytes()
        && key.length + selection.length <= BatchEncoder.PAYLOAD_BYTES;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof ReadHint hint
            && hash == hint.hash
            && table.equals(hint.table)
            && Arrays.equals(key, hint.key)
            && Arrays.equals(selection, hint.selection));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(table + ":");
    for (byte each : key) {
      text.append(Character.forDigit((each >> 4) & 0xf, 16))
          .append(Character.forDigit(each & 0xf, 16));
    }
    return text.toString();
  }
}
