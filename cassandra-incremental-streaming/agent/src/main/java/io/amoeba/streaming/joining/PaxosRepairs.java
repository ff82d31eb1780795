package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.gms.FailureDetector;
import org.apache.cassandra.locator.InetAddressAndPort;
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
    SortedMap<String, List<Rings.Gain>> gains = repaired(tokens);
    Optional<String> unanswered =
        gains.entrySet().stream()
            .flatMap(of -> of.getValue().stream().map(gain -> unanswered(of.getKey(), gain)))
            .flatMap(Optional::stream)
            .findFirst();
    if (unanswered.isPresent()) {
      return new Impossible(unanswered.get());
    }
    List<Future<?>> repairs = new ArrayList<>();
    gains.forEach(
        (keyspace, ranges) ->
            repairs.add(
                ActiveRepairService.instance()
                    .repairPaxosForTopologyChange(
                        keyspace,
                        ranges.stream().map(Rings.Gain::range).toList(),
                        "incremental join")));
    return new Repairs(repairs);
  }

  private SortedMap<String, List<Rings.Gain>> repaired(SortedSet<Long> tokens) {
    if (!Paxos.useV2() || DatabaseDescriptor.skipPaxosRepairOnTopologyChange()) {
      return new TreeMap<>();
    }
    SortedMap<String, List<Rings.Gain>> gains = Rings.gains(Rings.self(), done.get(), tokens);
    gains.keySet().removeAll(DatabaseDescriptor.skipPaxosRepairOnTopologyChangeKeyspaces());
    gains.values().removeIf(List::isEmpty);
    return gains;
  }

  /** Cassandra asks replicas that are up; where none is, it would wait for an answer forever. */
  private static Optional<String> unanswered(String keyspace, Rings.Gain gain) {
    Set<InetAddressAndPort> replicas =
        Keyspace.open(keyspace)
            .getReplicationStrategy()
            .getNaturalReplicasForToken(gain.range().right)
            .endpoints();
    return replicas.stream().anyMatch(FailureDetector.instance::isAlive)
        ? Optional.empty()
        : Optional.of(
            "no replica of a range of keyspace %s is up or in the ring: start %s, without join_ring=false"
                .formatted(keyspace, replicas));
  }

  private record Impossible(String reason) implements Run {

    @Override
    public StepWork.Status poll() {
      return new StepWork.Status(Outcome.FAILED, reason);
    }

    @Override
    public void abort() {}
  }

  private record Repairs(List<Future<?>> futures) implements Run {

    @Override
    public StepWork.Status poll() {
      boolean done = true;
      for (Future<?> future : futures) {
        if (future.cause() != null) {
          return new StepWork.Status(Outcome.FAILED, String.valueOf(future.cause()));
        }
        done &= future.isDone();
      }
      return done
          ? new StepWork.Status(Outcome.SUCCEEDED, "")
          : new StepWork.Status(Outcome.RUNNING, "Paxos repair");
    }

    /** A repair of Paxos cannot be stopped, and does no harm, even beside another one. */
    @Override
    public void abort() {}
  }
}
