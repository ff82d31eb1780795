package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.leadership.RoundRequest.RoutedOperator;
import io.amoeba.coordinator.changes.leadership.Shard.NextWork;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.upkeep.ServerLoad;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.Triggers;
import io.amoeba.coordinator.upkeep.UpkeepForecast;
import io.amoeba.coordinator.upkeep.UpkeepForecast.Due;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The shards of a snapshot as rounds are planned for them. Times of servers' clocks become times of
 * the snapshot's. Immutable.
 *
 * @param done rounds that were completed
 */
record SeenShards(PlanningInput input, List<LeadershipRound> done) {

  SeenShards(PlanningInput input) {
    this(input, KeepUpServers.completed(input.earlier()));
  }

  /** Of 16 manual failovers of Redis 7.0, most took 41 to 49 ms. */
  private static final Duration PAUSE = Duration.ofMillis(45);

  RoundRequest request() {
    ClusterSnapshot snapshot = input.snapshot();
    Set<String> nodesOfJob = new HashSet<>();
    for (StreamOperator operator : snapshot.job().map(StreamJob::aligned).orElse(List.of())) {
      for (Subtask subtask : operator.subtasks()) {
        nodesOfJob.add(snapshot.nodes().of(subtask));
      }
    }
    List<Shard> shards =
        snapshot.primaries().stream().map(primary -> shard(primary, nodesOfJob)).toList();
    return new RoundRequest(
        snapshot.at(),
        shards,
        shards.size(),
        operators(),
        room(shards),
        rest(),
        led(),
        roundsLastHour(),
        input.rules().upkeep());
  }

  /** Between two promotions of a server: by the longest node timeout. */
  private Duration rest() {
    Duration longest =
        input.snapshot().primaries().stream()
            .flatMap(
                primary ->
                    Stream.concat(
                        Stream.of(primary.upkeep()),
                        primary.replicas().all().stream().map(Replica::upkeep)))
            .map(upkeep -> upkeep.flatMap(told -> told.work().triggers().nodeTimeout()))
            .map(timeout -> timeout.orElse(Elections.UNKNOWN_TIMEOUT))
            .max(Comparator.naturalOrder())
            .orElse(Elections.UNKNOWN_TIMEOUT);
    return Elections.rest(longest);
  }

  /** Where one of them has no map yet, or is not placed, routing cannot follow. */
  private List<RoutedOperator> operators() {
    ClusterSnapshot snapshot = input.snapshot();
    List<RoutedOperator> operators = new ArrayList<>();
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    for (StreamJob job : snapshot.job().stream().toList()) {
      for (StreamOperator operator : job.aligned()) {
        PlacementMap map = input.placements().get(new EdgeId(job.id(), operator.name()));
        if (map == null
            || map.parallelism() != operator.parallelism()
            || isHash(map)
            || operator.subtasks().size() != operator.parallelism()) {
          return List.of();
        }
        operators.add(
            new RoutedOperator(
                job.id(), operator.name(), operator.parallelism(), homes.subtasksByNode(operator)));
      }
    }
    return operators;
  }

  /** Whether records are where hash routing sends them, as before the first map. */
  private static boolean isHash(PlacementMap map) {
    return Arrays.equals(map.toArray(), Routing.owners(null, map.parallelism()));
  }

  private Shard shard(Primary primary, Set<String> nodesOfJob) {
    ShardServer server = new ShardServer(primary.id(), primary.address());
    String node = input.snapshot().nodes().of(primary);
    List<Shard.Member> replicas = new ArrayList<>();
    for (Replica replica : primary.replicas().all()) {
      replicas.add(
          member(
              new ShardServer(replica.id(), replica.address()),
              input.snapshot().nodes().of(replica),
              replica.lagBytes(),
              replica.upkeep()));
    }
    return new Shard(
        member(server, node, OptionalLong.empty(), primary.upkeep()),
        replicas,
        load(primary, nodesOfJob.contains(node) ? localShare(nodesOfJob.size()) : 0));
  }

  private Shard.Member member(
      ShardServer server, String node, OptionalLong lagBytes, Optional<ServerUpkeep> upkeep) {
    List<NextWork> next = new ArrayList<>();
    Map<UpkeepKind, Duration> took = new EnumMap<>(UpkeepKind.class);
    upkeep.ifPresent(
        told -> {
          for (UpkeepForecast forecast : told.forecasts()) {
            if (forecast instanceof Due due) {
              next(told, due).filter(work -> !isDone(server, work)).ifPresent(next::add);
            }
          }
          told.work().save().took().ifPresent(time -> took.put(UpkeepKind.SAVE, time));
          told.work().rewrite().took().ifPresent(time -> took.put(UpkeepKind.REWRITE, time));
        });
    return new Shard.Member(
        server,
        node,
        upkeep.isPresent(),
        lagBytes,
        upkeep.flatMap(told -> told.work().running()).map(ServerWork.Running::kind),
        upkeep.map(told -> Set.copyOf(told.work().failed())).orElse(Set.of()),
        next,
        upkeep.flatMap(this::saved),
        took);
  }

  /** What a server said before the end of a round may be older than the round's work. */
  private boolean isDone(ShardServer server, NextWork next) {
    return done.stream()
        .anyMatch(
            round ->
                round.primary().id().equals(server.id())
                    && round.work() == next.kind()
                    && round.forecast().period() == next.period());
  }

  private Optional<Instant> saved(ServerUpkeep told) {
    return told.work()
        .save()
        .at()
        .flatMap(at -> told.work().clock().map(clock -> seen(told, clock, at)));
  }

  /** A time of the server's clock by the snapshot's. */
  private Instant seen(ServerUpkeep told, Instant clock, Instant time) {
    return input.snapshot().at().minus(told.age()).plus(Duration.between(clock, time));
  }

  private Optional<NextWork> next(ServerUpkeep told, Due forecast) {
    Optional<Duration> until = told.until(forecast);
    if (until.isEmpty()) {
      return Optional.empty();
    }
    Instant due = input.snapshot().at().plus(until.get());
    ServerWork work = told.work();
    if (forecast.kind() == UpkeepKind.SAVE) {
      return saved(told)
          .filter(begin -> begin.isBefore(due))
          .map(
              begin ->
                  new NextWork(
                      UpkeepKind.SAVE,
                      begin,
                      due,
                      work.save().at().map(Instant::getEpochSecond).orElse(0L),
                      forecast.trigger()));
    }
    long base = work.appendOnly().rewrittenBytes().orElse(0);
    double left = 1 - grown(work.appendOnly(), work.triggers());
    Duration interval =
        Duration.ofMillis(Math.round(Math.min(until.get().toMillis() / left, Integer.MAX_VALUE)));
    return left <= 0 || interval.isZero()
        ? Optional.empty()
        : Optional.of(
            new NextWork(UpkeepKind.REWRITE, due.minus(interval), due, base, forecast.trigger()));
  }

  /** Share of the growth after which the append-only file is rewritten. */
  private static double grown(ServerWork.AppendOnlyFile file, Triggers triggers) {
    double base = file.rewrittenBytes().orElse(0);
    double enough =
        Math.max(
            triggers.rewriteLeastBytes() + 1.0, base * (1 + triggers.rewritePercent() / 100.0));
    return (file.bytes().orElse(0) - base) / (enough - base);
  }

  private static Shard.Load load(Primary primary, double localShare) {
    ServerLoad load = primary.upkeep().map(ServerUpkeep::load).orElse(ServerLoad.UNKNOWN);
    return new Shard.Load(
        load.now().orElse(0),
        load.most(),
        load.working(),
        localShare,
        primary.upkeep().flatMap(told -> told.work().fork()).orElse(Duration.ZERO),
        PAUSE);
  }

  /** As measured; or all while maps that follow the store are in force, or one node's share. */
  private double localShare(int nodes) {
    ClusterSnapshot snapshot = input.snapshot();
    StreamJob job = snapshot.job().orElseThrow();
    double most = 0;
    for (StreamOperator operator : job.aligned()) {
      Double measured = snapshot.localHitRates().get(operator.name());
      boolean mapped = input.placements().containsKey(new EdgeId(job.id(), operator.name()));
      most = Math.max(most, measured != null ? measured : mapped ? 1 : 1.0 / nodes);
    }
    return most;
  }

  /** What the primaries of a node could serve beside what they serve. */
  private static Map<String, Double> room(List<Shard> shards) {
    Map<String, Double> room = new HashMap<>();
    for (Shard shard : shards) {
      OptionalDouble most = shard.load().mostOpsPerSecond();
      double left =
          most.isPresent() ? Math.max(0, most.getAsDouble() - shard.load().opsPerSecond()) : 0;
      room.merge(shard.primary().node(), left, Math::min);
    }
    return room;
  }

  /** Also those of plans that have failed, as leads may have changed. */
  private int roundsLastHour() {
    Instant hourAgo = input.snapshot().at().minus(Duration.ofHours(1));
    long rounds =
        input.earlier().newestFirst().stream()
            .filter(
                plan ->
                    plan.since(PlanState.EXECUTING)
                        .filter(begun -> begun.isAfter(hourAgo))
                        .isPresent())
            .flatMap(plan -> plan.plan().action().as(KeepUpServers.class).stream())
            .flatMap(action -> action.rounds().stream())
            .filter(round -> round.candidate().isPresent())
            .count();
    return Math.toIntExact(rounds);
  }

  /** How many rounds each server has led. */
  private Map<String, Integer> led() {
    Map<String, Integer> led = new HashMap<>();
    for (LeadershipRound round : done) {
      round.candidate().ifPresent(leader -> led.merge(leader.id(), 1, Integer::sum));
    }
    return led;
  }
}
