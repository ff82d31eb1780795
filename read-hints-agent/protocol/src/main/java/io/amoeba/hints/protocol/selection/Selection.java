package io.amoeba.hints.protocol.selection;

import java.util.List;

/**
 * Which rows of a partition a read asks for. Immutable; arrays are not copied, and their elements
 * may be null where a table has clusterings without a value.
 *
 * @param rows the most that are read, 0 without limit
 * @param reversed from the partition's end
 */
public record Selection(int rows, boolean reversed, Part part) {

  /** Rows by name, or ranges of them. */
  public sealed interface Part {}

  /** Single rows; none of them is the static row. */
  public record Names(List<byte[][]> clusterings) implements Part {}

  /** Ranges of rows; one without bounds is the whole partition. */
  public record Slices(List<Slice> slices) implements Part {}

  /** From a clustering's beginning to another's; no values are no bound. */
  public record Slice(byte[][] start, boolean startsWith, byte[][] end, boolean endsWith) {}
}
