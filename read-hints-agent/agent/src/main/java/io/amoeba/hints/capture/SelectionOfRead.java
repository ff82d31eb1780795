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
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.ClusteringIndexNamesFilter;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.utils.ByteBufferUtil;

/** Which rows a read command asks for, as bytes for a hint. Stateless. */
final class SelectionOfRead {

  private SelectionOfRead() {}

  static byte[] bytes(SinglePartitionReadCommand command) {
    ClusteringIndexFilter filter = command.clusteringIndexFilter();
    // With a filter on rows more may be read than are returned: no limit but the replay's own.
    int limit = command.rowFilter().isEmpty() ? command.limits().count() : DataLimits.NO_LIMIT;
    int rows = limit == DataLimits.NO_LIMIT ? 0 : limit;
    if (command.metadata().clusteringColumns().isEmpty()) {
      return SelectionCodec.wholePartition();
    }
    if (filter instanceof ClusteringIndexNamesFilter names) {
      return SelectionCodec.encode(new Selection(0, filter.isReversed(), names(names)));
    }
    if (filter instanceof ClusteringIndexSliceFilter slices) {
      return filter.selectsAllPartition() && rows == 0 && !filter.isReversed()
          ? SelectionCodec.wholePartition()
          : SelectionCodec.encode(new Selection(rows, filter.isReversed(), slices(slices)));
    }
    return SelectionCodec.wholePartition();
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
