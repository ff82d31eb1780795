package io.amoeba.hints.capture;

import io.amoeba.hints.protocol.selection.Selection;
import io.amoeba.hints.protocol.selection.Selection.Names;
import io.amoeba.hints.protocol.selection.Selection.Slice;
import io.amoeba.hints.protocol.selection.Selection.Slices;
import io.amoeba.hints.protocol.selection.SelectionCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringPrefix;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.ClusteringIndexNamesFilter;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;

/** Which rows a read command asks for, as bytes for a hint. Stateless. */
final class SelectionOfRead {

  /** No client's key is empty. */
  private static final ByteBuffer NO_KEY = ByteBuffer.allocate(0);

  private SelectionOfRead() {}

  /** Whether each partition of the table is one row. */
  static boolean isOfWholePartitions(TableMetadata table) {
    return table.clusteringColumns().isEmpty();
  }

  static byte[] bytes(SinglePartitionReadCommand command) {
    if (isOfWholePartitions(command.metadata())) {
      return SelectionCodec.wholePartition();
    }
    ClusteringIndexFilter filter = command.clusteringIndexFilter();
    int rows = rows(command, filter);
    if (filter.selectsAllPartition() && rows == 0 && !filter.isReversed()) {
      return SelectionCodec.wholePartition();
    }
    return SelectionCodec.encode(new Selection(rows, filter.isReversed(), part(filter)));
  }

  /** The rows of each partition; the first one's may be fewer, where a client continues a page. */
  static byte[] bytes(PartitionRangeReadCommand command) {
    DecoratedKey none = command.metadata().partitioner.decorateKey(NO_KEY);
    ClusteringIndexFilter filter = command.dataRange().clusteringIndexFilter(none);
    return SelectionCodec.encode(
        new Selection(
            rows(command, filter), filter.isReversed(), part(filter), /* ofTokens= */ true));
  }

  /**
   * None where a filter on rows may read more than it returns: the replay has a limit of its own.
   */
  private static int rows(ReadCommand command, ClusteringIndexFilter filter) {
    boolean limited =
        command.rowFilter().isEmpty()
            && command.limits().count() != DataLimits.NO_LIMIT
            && filter instanceof ClusteringIndexSliceFilter;
    return limited ? command.limits().count() : 0;
  }

  private static Selection.Part part(ClusteringIndexFilter filter) {
    if (filter instanceof ClusteringIndexNamesFilter names) {
      return names(names);
    }
    if (filter instanceof ClusteringIndexSliceFilter slices) {
      return slices(slices);
    }
    byte[][] unbounded = new byte[0][];
    return new Slices(List.of(new Slice(unbounded, true, unbounded, true)));
  }

  private static Names names(ClusteringIndexNamesFilter filter) {
    List<byte[][]> names = new ArrayList<>();
    for (Clustering<?> clustering : filter.requestedRows()) {
      names.add(values(clustering));
    }
    return new Names(names);
  }

  private static Slices slices(ClusteringIndexSliceFilter filter) {
    List<Slice> slices = new ArrayList<>();
    for (org.apache.cassandra.db.Slice slice : filter.requestedSlices()) {
      slices.add(
          new Slice(
              values(slice.start()),
              slice.start().isInclusive(),
              values(slice.end()),
              slice.end().isInclusive()));
    }
    return new Slices(slices);
  }

  private static byte[][] values(ClusteringPrefix<?> prefix) {
    ByteBuffer[] buffers = prefix.getBufferArray();
    byte[][] values = new byte[buffers.length][];
    for (int i = 0; i < buffers.length; i++) {
      if (buffers[i] != null) {
        values[i] = ByteBufferUtil.getArray(buffers[i]);
      }
    }
    return values;
  }
}
