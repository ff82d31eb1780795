package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import io.amoeba.streaming.protocol.join.TokenRange;
import io.amoeba.streaming.ring.Rings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.utils.FBUtilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Before a step's switch: reads a sample of what it has brought, and then what the peers say is
 * read most of it, so that the first clients meet warm caches and compiled code. Best effort: it
 * ends after a while, and no failure holds up the join.
 */
final class ReadWarmUp implements StepWork {

  private static final Logger logger = LoggerFactory.getLogger(ReadWarmUp.class);

  private static final int ROWS_PER_PARTITION = 100;

  private final Duration limit;
  private final boolean hotSet;
  private final Supplier<SortedSet<Long>> done;

  ReadWarmUp(Duration limit, boolean hotSet, Supplier<SortedSet<Long>> done) {
    this.limit = limit;
    this.hotSet = hotSet;
    this.done = done;
  }

  @Override
  public Run start(SortedSet<Long> tokens) {
    Reader reader = new Reader(Rings.gains(Rings.self(), done.get(), tokens), limit, hotSet);
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  private static final class Reader extends Thread implements Run {

    private final SortedMap<String, List<Rings.Gain>> gains;
    private final HotSet hotSet = new HotSet();
    private final boolean pulls;
    private final long sampleDeadlineNanos;
    private final long deadlineNanos;
    private volatile boolean aborted;
    private long partitions;

    Reader(SortedMap<String, List<Rings.Gain>> gains, Duration limit, boolean hotSet) {
      super("IncrementalStreamingWarmUp");
      this.gains = gains;
      long now = System.nanoTime();
      pulls = hotSet && this.hotSet.isThere();
      // The hot set comes last, to stay in the caches, and must not come too late.
      sampleDeadlineNanos = now + (pulls ? limit.dividedBy(2) : limit).toNanos();
      deadlineNanos = now + limit.toNanos();
    }

    @Override
    public void run() {
      try {
        gains.keySet().retainAll(Schema.instance.getUserKeyspaces());
        readSample();
      } catch (RuntimeException e) {
        logger.warn("The warm-up ended early; the join continues without it", e);
      }
      if (pulls && !aborted) {
        hotSet.pull(ranges(), Duration.ofNanos(deadlineNanos - System.nanoTime()));
      }
    }

    private void readSample() {
      for (Map.Entry<String, List<Rings.Gain>> keyspace : gains.entrySet()) {
        for (ColumnFamilyStore table : Keyspace.open(keyspace.getKey()).getColumnFamilyStores()) {
          read(table, keyspace.getValue());
        }
      }
      logger.info("Warmed up by reading {} partitions", partitions);
    }

    private List<TokenRange> ranges() {
      return gains.values().stream()
          .flatMap(List::stream)
          .map(gain -> Rings.tokenRange(gain.range()))
          .toList();
    }

    private void read(ColumnFamilyStore table, List<Rings.Gain> ranges) {
      try (ColumnFamilyStore.RefViewFragment view =
          table.selectAndReference(View.selectFunction(SSTableSet.LIVE))) {
        for (SSTableReader file : view.sstables) {
          for (Rings.Gain gain : ranges) {
            for (DecoratedKey key : file.getKeySamples(gain.range())) {
              if (aborted || System.nanoTime() - sampleDeadlineNanos > 0) {
                return;
              }
              read(table, key);
            }
          }
        }
      }
    }

    private void read(ColumnFamilyStore table, DecoratedKey key) {
      SinglePartitionReadCommand command =
          SinglePartitionReadCommand.fullPartitionRead(
              table.metadata(), FBUtilities.nowInSeconds(), key);
      try (ReadExecutionController controller = command.executionController();
          UnfilteredPartitionIterator found = command.executeLocally(controller)) {
        while (found.hasNext()) {
          try (UnfilteredRowIterator rows = found.next()) {
            for (int row = 0; row < ROWS_PER_PARTITION && rows.hasNext(); row++) {
              rows.next();
            }
          }
        }
      }
      partitions++;
    }

    @Override
    public StepWork.Status poll() {
      return isAlive() && System.nanoTime() - deadlineNanos < 0
          ? new StepWork.Status(Outcome.RUNNING, "warming up")
          : new StepWork.Status(Outcome.SUCCEEDED, "");
    }

    @Override
    public void abort() {
      aborted = true;
    }
  }
}
