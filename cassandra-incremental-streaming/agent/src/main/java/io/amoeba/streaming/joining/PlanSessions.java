package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSession;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSessions;
import io.amoeba.streaming.protocol.join.TokenRange;
import io.amoeba.streaming.protocol.join.Transfer;
import io.amoeba.streaming.ring.Rings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.RangesAtEndpoint;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.streaming.PreviewKind;
import org.apache.cassandra.streaming.StreamOperation;
import org.apache.cassandra.streaming.StreamPlan;

/**
 * A StreamPlan of its own for each sender: StreamCoordinator's own sequence starts the next session
 * when the last one is prepared, not when it is complete. Nothing is written to
 * system.available_ranges_v2: a range that an earlier attempt brought is streamed again.
 */
final class PlanSessions implements StreamSessions {

  private final ReceivedTables received;

  PlanSessions(ReceivedTables received) {
    this.received = received;
  }

  /** The tables were dropped meanwhile. */
  private static final StreamSession NOTHING_TO_BRING =
      new StreamSession() {
        @Override
        public StreamSession.Status poll() {
          return new StreamSession.Status(Outcome.SUCCEEDED, "", 0, 0);
        }

        @Override
        public void abort() {}
      };

  /** The names of those of the tables that are in a keyspace. */
  private static String[] tables(String keyspace, Set<UUID> ids) {
    return ids.stream()
        .map(id -> Schema.instance.getTableMetadata(TableId.fromUUID(id)))
        .filter(table -> table != null && table.keyspace.equals(keyspace))
        .map(table -> table.name)
        .toArray(String[]::new);
  }

  @Override
  public StreamSession start(Transfer transfer) {
    InetAddressAndPort sender = Rings.endpoint(transfer.sender());
    InetAddressAndPort self = Rings.self();
    StreamPlan plan = new StreamPlan(StreamOperation.BOOTSTRAP, 1, false, null, PreviewKind.NONE);
    boolean asks = false;
    for (Map.Entry<String, List<TokenRange>> keyspace : transfer.ranges().entrySet()) {
      String[] tables = tables(keyspace.getKey(), transfer.tables());
      if (tables.length == 0 && !transfer.tables().isEmpty()) {
        continue;
      }
      RangesAtEndpoint.Builder ranges = RangesAtEndpoint.builder(self, keyspace.getValue().size());
      keyspace
          .getValue()
          .forEach(range -> ranges.add(Replica.fullReplica(self, Rings.range(range))));
      plan.requestRanges(
          sender, keyspace.getKey(), ranges.build(), RangesAtEndpoint.empty(self), tables);
      asks = true;
    }
    if (!asks) {
      return NOTHING_TO_BRING;
    }
    PlanSession.Bytes bytes = new PlanSession.Bytes();
    return new PlanSession(plan, plan.listeners(bytes).execute(), bytes, received);
  }
}
