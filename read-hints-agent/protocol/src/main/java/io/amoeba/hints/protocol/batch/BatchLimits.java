package io.amoeba.hints.protocol.batch;

/**
 * What a batch may hold at most; a decoder refuses more before it allocates. Immutable.
 *
 * @param batchBytes as received
 * @param bodyBytes after decompression
 * @param expandedBytes of all keys together, once beginnings are no longer shared
 */
public record BatchLimits(
    int batchBytes,
    int bodyBytes,
    int tables,
    int hints,
    int keyBytes,
    int selectionBytes,
    int expandedBytes) {

  /** An encoder stays far below all of them. */
  public static final BatchLimits DEFAULTS =
      new BatchLimits(65_536, 131_072, 1_024, 16_384, 65_535, 8_192, 2_097_152);
}
