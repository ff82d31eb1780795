package io.amoeba.hints.capture;

import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.batch.Summary;
import io.amoeba.hints.protocol.capture.CaptureBuffer;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.ReplicaPlan;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.ByteBufferUtil;

/** Reads as they were answered, and as hints. Any thread adds, one thread takes. */
public final class CapturedReads {

  private final CaptureBuffer<ReadCommand, ReplicaPlan.ForRead<?, ?>> buffer;
  private final HintSettings settings;
  private final HintCounters counters;
  private final Contacts contacts = new Contacts();

  public CapturedReads(
      CaptureBuffer<ReadCommand, ReplicaPlan.ForRead<?, ?>> buffer,
      HintSettings settings,
      HintCounters counters) {
    this.buffer = buffer;
    this.settings = settings;
    this.counters = counters;
  }

  /** On the thread of the client's request: neither locks nor allocates. */
  public void add(ReadCommand command, ReplicaPlan.ForRead<?, ?> plan) {
    if (settings.mayHaveHints(command.metadata().id)) {
      buffer.add(command, plan);
    }
  }

  /** Reads that wait to be taken. Only for the thread that takes. */
  int size() {
    return buffer.size();
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
    Drain drain = new Drain();
    buffer.drain(drain);
    counters.captured.add(drain.captured);
    counters.capturedRanges.add(drain.ranges);
    counters.summarised.add(drain.summary.size());
    return drain.summary;
  }

  /** Of one call of {@link #take}. */
  private final class Drain implements CaptureBuffer.Reads<ReadCommand, ReplicaPlan.ForRead<?, ?>> {

    private final Summary<InetAddressAndPort> summary = new Summary<>();
    private final Map<TableMetadata, Boolean> wanted = new IdentityHashMap<>();
    private long captured;
    private long ranges;

    @Override
    public void accept(ReadCommand command, ReplicaPlan.ForRead<?, ?> plan) {
      if (!isWanted(command.metadata())) {
        return;
      }
      List<InetAddressAndPort> contacted = contacts.of(plan.contacts());
      if (command instanceof SinglePartitionReadCommand single) {
        captured++;
        byte[] key = ByteBufferUtil.getArray(single.partitionKey().getKey());
        add(summary, command, key, SelectionOfRead.bytes(single), contacted);
      } else if (command instanceof PartitionRangeReadCommand range
          && plan instanceof ReplicaPlan.ForRangeRead part
          // What an index finds is not what a scan would read.
          && command.indexQueryPlan() == null) {
        captured++;
        ranges++;
        byte[] selection = SelectionOfRead.bytes(range);
        RangesOfRead.of(part.range(), StorageService.instance.getTokenMetadata().sortedTokens())
            .forEach(key -> add(summary, command, key.bytes(), selection, contacted));
      }
    }

    private boolean isWanted(TableMetadata table) {
      Boolean known = wanted.get(table);
      if (known == null) {
        known = settings.hasHints(table);
        wanted.put(table, known);
      }
      return known;
    }
  }

  private void add(
      Summary<InetAddressAndPort> summary,
      ReadCommand command,
      byte[] key,
      byte[] selection,
      List<InetAddressAndPort> contacted) {
    ReadHint hint = new ReadHint(command.metadata().id.asUUID(), key, selection);
    if (hint.isEncodable()) {
      summary.add(hint, contacted);
    } else {
      counters.drop(DropReason.OVERSIZED, 1);
    }
  }
}
