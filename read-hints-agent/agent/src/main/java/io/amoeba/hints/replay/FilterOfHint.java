package io.amoeba.hints.replay;

import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.selection.Selection;
import io.amoeba.hints.protocol.selection.Selection.Names;
import java.nio.ByteBuffer;
import java.util.TreeSet;
import org.apache.cassandra.db.BufferClusteringBound;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringComparator;
import org.apache.cassandra.db.ClusteringPrefix;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.ClusteringIndexNamesFilter;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.schema.TableMetadata;

/** Cassandra's filter of what a hint selects, with its values checked. Stateless. */
final class FilterOfHint {

  private FilterOfHint() {}

  static ClusteringIndexFilter wholePartition() {
    return new ClusteringIndexSliceFilter(Slices.ALL, false);
  }

  /** Throws MarshalException for values that are none of the table's types. */
  static ClusteringIndexFilter of(TableMetadata table, Selection selection)
      throws MalformedBatchException {
    ClusteringComparator comparator = table.comparator;
    if (selection.part() instanceof Names names) {
      TreeSet<Clustering<?>> rows = new TreeSet<>(comparator);
      for (byte[][] values : names.clusterings()) {
        rows.add(clustering(comparator, values));
      }
      return new ClusteringIndexNamesFilter(rows, selection.reversed());
    }
    Slices.Builder slices = new Slices.Builder(comparator);
    for (Selection.Slice slice : ((Selection.Slices) selection.part()).slices()) {
      slices.add(range(comparator, slice));
    }
    return new ClusteringIndexSliceFilter(slices.build(), selection.reversed());
  }

  private static Slice range(ClusteringComparator comparator, Selection.Slice slice)
      throws MalformedBatchException {
    BufferClusteringBound start =
        bound(
            comparator,
            slice.startsWith()
                ? ClusteringPrefix.Kind.INCL_START_BOUND
                : ClusteringPrefix.Kind.EXCL_START_BOUND,
            slice.start());
    BufferClusteringBound end =
        bound(
            comparator,
            slice.endsWith()
                ? ClusteringPrefix.Kind.INCL_END_BOUND
                : ClusteringPrefix.Kind.EXCL_END_BOUND,
            slice.end());
    if (Slice.isEmpty(comparator, start, end)) {
      throw new MalformedBatchException("a range that ends where it starts, or before");
    }
    return Slice.make(start, end);
  }

  private static Clustering<?> clustering(ClusteringComparator comparator, byte[][] values)
      throws MalformedBatchException {
    if (values.length != comparator.size()) {
      throw new MalformedBatchException("a row with " + values.length + " clustering values");
    }
    return Clustering.make(checked(comparator, values));
  }

  private static BufferClusteringBound bound(
      ClusteringComparator comparator, ClusteringPrefix.Kind kind, byte[][] values)
      throws MalformedBatchException {
    if (values.length > comparator.size()) {
      throw new MalformedBatchException("a bound with " + values.length + " clustering values");
    }
    return BufferClusteringBound.create(kind, checked(comparator, values));
  }

  private static ByteBuffer[] checked(ClusteringComparator comparator, byte[][] values)
      throws MalformedBatchException {
    ByteBuffer[] buffers = new ByteBuffer[values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        throw new MalformedBatchException("a clustering value that is missing");
      }
      buffers[i] = ByteBuffer.wrap(values[i]);
      comparator.subtype(i).validate(buffers[i]);
    }
    return buffers;
  }
}
