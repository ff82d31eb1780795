package io.amoeba.hints.capture;

import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.batch.Summary;
import io.amoeba.hints.protocol.capture.CaptureBuffer;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;

/** Reads as they were answered, and as hints. Any thread adds, one thread takes. */
public final class CapturedReads {

  private final CaptureBuffer<ReadCommand, EndpointsForToken> buffer;
  private final HintSettings settings;
  private final HintCounters counters;

  public CapturedReads(int entries, HintSettings settings, HintCounters counters) {
    this.buffer = new CaptureBuffer<>(entries);
    this.settings = settings;
    this.counters = counters;
  }

  public void add(ReadCommand command, EndpointsForToken contacted) {
    buffer.add(command, contacted);
  }

  public int capacity() {
    return buffer.capacity();
  }

  public void setCapacity(int entries) {
    buffer.setCapacity(entries);
  }

  public long dropped() {
    return buffer.dropped();
  }

  /** The reads since the last call, each key once. */
  Summary<InetAddressAndPort> take() {
    Summary<InetAddressAndPort> summary = new Summary<>();
    buffer.drain(
        (command, contacted) -> {
          if (command instanceof SinglePartitionReadCommand single && isWanted(single.metadata())) {
            add(summary, single, contacted);
          }
        });
    counters.summarised.add(summary.size());
    return summary;
  }

  private boolean isWanted(TableMetadata table) {
    return !table.isVirtual()
        && !SchemaConstants.isSystemKeyspace(table.keyspace)
        && !settings.isExcluded(table);
  }

  private void add(
      Summary<InetAddressAndPort> summary,
      SinglePartitionReadCommand command,
      EndpointsForToken contacted) {
    counters.captured.increment();
    ReadHint hint =
        new ReadHint(
            command.metadata().id.asUUID(),
            ByteBufferUtil.getArray(command.partitionKey().getKey()),
            SelectionOfRead.bytes(command));
    if (hint.isEncodable()) {
      summary.add(hint, contacted.endpointList());
    } else {
      counters.drop(DropReason.OVERSIZED, 1);
    }
  }
}
