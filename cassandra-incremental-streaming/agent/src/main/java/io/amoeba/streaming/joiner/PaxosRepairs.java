package io.amoeba.streaming.joiner;

import io.amoeba.streaming.protocol.join.Outcome;
import io.amoeba.streaming.protocol.join.StepWork;
import io.amoeba.streaming.protocol.join.WorkStatus;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.service.ActiveRepairService;
import org.apache.cassandra.service.paxos.Paxos;
import org.apache.cassandra.utils.concurrent.Future;

/**
 * Before a step is streamed: completes the lightweight transactions in the step's ranges, as stock
 * Cassandra does for all ranges of a joining node (CEP-14). Needed by Paxos v2 only.
 */
final class PaxosRepairs implements StepWork {

  private final Supplier<SortedSet<Long>> done;

  PaxosRepairs(Supplier<SortedSet<Long>> done) {
    this.done = done;
  }

  @Override
  public Run start(SortedSet<Long> tokens) {
    List<Future<?>> repairs = new ArrayList<>();
    if (Paxos.useV2() && !DatabaseDescriptor.skipPaxosRepairOnTopologyChange()) {
      Rings.gains(Rings.self(), done.get(), tokens)
          .forEach(
              (keyspace, gains) -> {
                if (!gains.isEmpty()
                    && !DatabaseDescriptor.skipPaxosRepairOnTopologyChangeKeyspaces()
                        .contains(keyspace)) {
                  repairs.add(
                      ActiveRepairService.instance()
                          .repairPaxosForTopologyChange(
                              keyspace,
                              gains.stream().map(Rings.Gain::range).toList(),
                              "incremental join"));
                }
              });
    }
    return new Repairs(repairs);
  }

  private record Repairs(List<Future<?>> futures) implements Run {

    @Override
    public WorkStatus poll() {
      boolean done = true;
      for (Future<?> future : futures) {
        if (future.cause() != null) {
          return new WorkStatus(Outcome.FAILED, String.valueOf(future.cause()));
        }
        done &= future.isDone();
      }
      return done
          ? new WorkStatus(Outcome.SUCCEEDED, "")
          : new WorkStatus(Outcome.RUNNING, "repairing lightweight transactions");
    }

    /** A repair of Paxos cannot be stopped, and does no harm, even beside another one. */
    @Override
    public void abort() {}
  }
}
