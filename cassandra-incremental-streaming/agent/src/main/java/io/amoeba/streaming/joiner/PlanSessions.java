package io.amoeba.streaming.joiner;

import io.amoeba.streaming.protocol.join.StreamSession;
import io.amoeba.streaming.protocol.join.StreamSessions;
import io.amoeba.streaming.protocol.join.TokenRange;
import io.amoeba.streaming.protocol.join.Transfer;
import io.amoeba.streaming.ring.Rings;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.RangesAtEndpoint;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.streaming.PreviewKind;
import org.apache.cassandra.streaming.StreamOperation;
import org.apache.cassandra.streaming.StreamPlan;

/**
 * A StreamPlan of its own for each sender: StreamCoordinator's own sequence starts the next session
 * when the last one is prepared, not when it is complete. Nothing is written to
 * system.available_ranges_v2: a range that an earlier attempt brought is streamed again.
 */
final class PlanSessions implements StreamSessions {

  @Override
  public StreamSession start(Transfer transfer) {
    InetAddressAndPort sender = Rings.endpoint(transfer.sender());
    InetAddressAndPort self = Rings.self();
    StreamPlan plan = new StreamPlan(StreamOperation.BOOTSTRAP, 1, false, null, PreviewKind.NONE);
    for (Map.Entry<String, List<TokenRange>> keyspace : transfer.ranges().entrySet()) {
      RangesAtEndpoint.Builder ranges = RangesAtEndpoint.builder(self, keyspace.getValue().size());
      keyspace
          .getValue()
          .forEach(range -> ranges.add(Replica.fullReplica(self, Rings.range(range))));
      plan.requestRanges(sender, keyspace.getKey(), ranges.build(), RangesAtEndpoint.empty(self));
    }
    SessionBytes bytes = new SessionBytes();
    return new PlanSession(plan, plan.listeners(bytes).execute(), bytes);
  }
}
