package io.amoeba.streaming.joining;

import io.amoeba.streaming.agent.AgentOptions;
import io.amoeba.streaming.protocol.PlanId;
import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.JoinDriver;
import io.amoeba.streaming.protocol.join.JoinPorts;
import io.amoeba.streaming.protocol.join.JoinPorts.MonotonicClock;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.join.SenderRanks;
import io.amoeba.streaming.protocol.join.StepPlanner;
import io.amoeba.streaming.ring.CassandraRing;
import io.amoeba.streaming.ring.Rings;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.schema.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the driver of this node's join, with Cassandra behind its ports. Stateless. */
final class JoinDrivers {

  private static final Logger logger = LoggerFactory.getLogger(JoinDrivers.class);

  static final MonotonicClock CLOCK = () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime());

  private final AgentOptions options;
  private final GossipCluster cluster;
  private final CassandraRing ring;
  private final JoinFiles files;
  private final ReceivedTables received;

  JoinDrivers(
      AgentOptions options,
      GossipCluster cluster,
      CassandraRing ring,
      JoinFiles files,
      ReceivedTables received) {
    this.options = options;
    this.cluster = cluster;
    this.ring = ring;
    this.files = files;
    this.received = received;
  }

  /** Of a new join, for the ring as it is. The plan is on disk and the indexes are ready then. */
  JoinDriver plan(SortedSet<Long> tokens) {
    ClusterSnapshot snapshot = cluster.snapshot();
    List<SortedSet<Long>> steps =
        StepPlanner.plan(
            Collections.emptySortedSet(),
            tokens,
            options.join(),
            new RingTransfers(Rings.self()),
            SenderRanks.of(snapshot.members())::of);
    JoinRecord join = JoinRecord.fresh(PlanId.draw(SystemKeyspace.getLocalHostId()), steps);
    logger.info("This node joins in {} steps, plan {}", steps.size(), join.plan());
    files.save(join);
    for (ColumnFamilyStore table : ColumnFamilyStore.all()) {
      if (Schema.instance.getUserKeyspaces().contains(table.getKeyspaceName())) {
        table.indexManager.executePreJoinTasksBlocking(true);
      }
    }
    return of(join);
  }

  /** Of a join as it is on disk. */
  JoinDriver of(JoinRecord join) {
    Supplier<SortedSet<Long>> done = () -> files.last().orElseThrow().done();
    return new JoinDriver(
        join,
        options.join(),
        new JoinPorts(
            cluster,
            new RingTransfers(Rings.self()),
            files,
            ring::own,
            new GossipAnnouncer(),
            new PlanSessions(received),
            new SstablePurge(received),
            new PaxosRepairs(done),
            warmUp(done),
            CLOCK));
  }

  private StepWork warmUp(Supplier<SortedSet<Long>> done) {
    return options.warmUp()
        ? new ReadWarmUp(options.warmUpLimit(), options.warmUpHotSet(), done)
        : JoinPorts.NOTHING;
  }
}
