package io.amoeba.hints.protocol.selection;

import java.util.List;

/**
 * Which rows of a partition a read asks for. Immutable; arrays are not copied, and their elements
 * may be null where a table has clusterings without a value.
 *
 * @param rows the most that are read, 0 without limit
 * @param reversed from the partition's end
 * @param ofTokens the same rows of all partitions in a range of tokens, which stands in place of a
 *     key ({@link RangeKey}); {@code rows} counts those of all partitions
 */
public record Selection(int rows, boolean reversed, Part part, boolean ofTokens) {

  /** Of one partition. */
  public Selection(int rows, boolean reversed, Part part) {
    this(rows, reversed, part, false);
  }

  /** Rows by name, or ranges of them. */
  public sealed interface Part {}

  /** Single rows; none of them is the static row. */
  public record Names(List<byte[][]> clusterings) implements Part {}

  /** Ranges of rows; one without bounds is the whole partition. */
  public record Slices(List<Slice> slices) implements Part {}

  /** From a clustering's beginning to another's; no values are no bound. */
  public record Slice(byte[][] start, boolean startsWith, byte[][] end, boolean endsWith) {}
}
