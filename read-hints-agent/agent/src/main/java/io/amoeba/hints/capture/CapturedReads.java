package io.amoeba.hints.capture;

import io.amoeba.hints.command.ReadCommands;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.batch.Summary;
import io.amoeba.hints.protocol.capture.CaptureBuffer;
import io.amoeba.hints.protocol.selection.SelectionCodec;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.locator.Endpoints;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.ReplicaPlan;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/** Reads as they were answered, and as hints. Any thread adds, one thread takes. */
public final class CapturedReads {

  /**
   * A read of a whole partition with a short key is its table, with who was contacted: the node, if
   * it was one, or the endpoints. All others are their command with their plan.
   */
  private final CaptureBuffer<Object, Object> buffer;

  private final HintSettings settings;
  private final HintCounters counters;
  private final Contacts contacts = new Contacts();

  /**
   * The table whose reads were hints last. Not volatile: a thread that sees an earlier one looks
   * its table up, as all do with other tables.
   */
  private @Nullable TableMetadata hinted;

  public CapturedReads(
      CaptureBuffer<Object, Object> buffer, HintSettings settings, HintCounters counters) {
    this.buffer = buffer;
    this.settings = settings;
    this.counters = counters;
  }

  /** On the thread of the client's request: neither locks nor allocates. */
  public void add(ReadCommand command, ReplicaPlan.ForRead<?, ?> plan) {
    TableMetadata table = command.metadata();
    if (table != hinted && !settings.mayHaveHints(table.id)) {
      return;
    }
    if (command instanceof SinglePartitionReadCommand single
        && SelectionOfRead.isOfWholePartitions(table)) {
      ByteBuffer key = single.partitionKey().getKey();
      if (key.remaining() <= CaptureBuffer.KEY_BYTES) {
        Endpoints<?> contacts = plan.contacts();
        buffer.add(table, contacts.size() == 1 ? contacts.endpoint(0) : contacts, key);
        return;
      }
    }
    buffer.add(command, plan);
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
    try {
      buffer.drain(drain);
    } finally {
      counters.captured.add(drain.captured);
      counters.capturedRanges.add(drain.ranges);
    }
    // Once: clients' threads read it, and would wait for a CPU that keeps writing there.
    if (hinted != drain.last) {
      hinted = drain.last;
    }
    counters.deduplicated.add(drain.summary.size());
    return drain.summary;
  }

  /** Of one call of {@link #take}. */
  private final class Drain implements CaptureBuffer.Reads<Object, Object> {

    private final Summary<InetAddressAndPort> summary = new Summary<>(buffer.size());
    private final Map<TableMetadata, Boolean> wanted = new IdentityHashMap<>();

    /** One object for all reads. */
    private final Function<TableMetadata, Boolean> hasHints = settings::hasHints;

    private @Nullable TableMetadata last = hinted;
    private long captured;
    private long ranges;

    /** Tables and nodes are few, and come again. */
    @Override
    public boolean accept(Object read, Object contacted, byte[] keys, int from, int length) {
      if (read instanceof TableMetadata table) {
        boolean isWanted = isWanted(table);
        last = isWanted ? table : null;
        if (isWanted) {
          captured++;
          byte[] key = Arrays.copyOfRange(keys, from, from + length);
          List<InetAddressAndPort> nodes =
              contacted instanceof InetAddressAndPort one
                  ? contacts.of(one)
                  : contacts.of((Endpoints<?>) contacted);
          add(summary, table, key, SelectionCodec.wholePartition(), nodes);
        }
        return contacted instanceof InetAddressAndPort;
      }
      if (read instanceof ReadCommand command
          && contacted instanceof ReplicaPlan.ForRead<?, ?> plan
          && isWanted(command.metadata())) {
        accept(command, plan);
      }
      return false;
    }

    private void accept(ReadCommand command, ReplicaPlan.ForRead<?, ?> plan) {
      List<InetAddressAndPort> contacted = contacts.of(plan.contacts());
      TableMetadata table = command.metadata();
      if (command instanceof SinglePartitionReadCommand single) {
        captured++;
        byte[] key = ByteBufferUtil.getArray(single.partitionKey().getKey());
        add(summary, table, key, SelectionOfRead.bytes(single), contacted);
      } else if (command instanceof PartitionRangeReadCommand range
          && plan instanceof ReplicaPlan.ForRangeRead part
          // What an index finds is not what a scan would read.
          && !ReadCommands.usesIndex(command)) {
        captured++;
        ranges++;
        byte[] selection = SelectionOfRead.bytes(range);
        RangesOfRead.of(part.range(), StorageService.instance.getTokenMetadata().sortedTokens())
            .forEach(bytes -> add(summary, table, bytes.bytes(), selection, contacted));
      }
    }

    private boolean isWanted(TableMetadata table) {
      return wanted.computeIfAbsent(table, hasHints);
    }
  }

  private void add(
      Summary<InetAddressAndPort> summary,
      TableMetadata table,
      byte[] key,
      byte[] selection,
      List<InetAddressAndPort> contacted) {
    ReadHint hint = new ReadHint(table.id.asUUID(), key, selection);
    if (hint.isEncodable()) {
      summary.add(hint, contacted);
    } else {
      counters.drop(DropReason.OVERSIZED, 1);
    }
  }
}
