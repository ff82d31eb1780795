package io.amoeba.coordinator.changes;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.changes.failover.PrimaryMigrations;
import io.amoeba.coordinator.changes.leadership.Absences;
import io.amoeba.coordinator.changes.leadership.UpkeepRounds;
import io.amoeba.coordinator.changes.parallelism.JobGrowth;
import io.amoeba.coordinator.changes.routing.RoutingPlanner;
import io.amoeba.coordinator.changes.servers.MissingServers;
import io.amoeba.coordinator.changes.slots.StoreDrain;
import io.amoeba.coordinator.changes.slots.StoreFollowsStream;
import io.amoeba.coordinator.changes.slots.StoreGrowth;
import io.amoeba.coordinator.operations.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Every kind of change. Stateless. */
public final class Changes {

  /*
   * The order is the one in which plans should be carried out. A job that has too few subtasks for
   * the store comes first: what else is to be done depends on where they will be. Changes of the
   * store come before routing, which follows the store, so that new maps would be of no use as soon
   * as hash slots move. Whole primaries go before single hash slots, which need a primary on the
   * node of their subtask, and servers are started before the store grows, so that it grows once.
   * What no migration has taken from nodes without subtasks is drained from there. Servers work, and
   * leads change for it, when nothing else is to be done. Source: dissertation 5.3, figure 5.3.
   */

  /** In the order in which their plans should be carried out. */
  public static final List<Change<?>> ALL =
      List.of(
          new JobGrowth(),
          new PrimaryMigrations(),
          new MissingServers(),
          new StoreGrowth(),
          new StoreFollowsStream(),
          new StoreDrain(),
          new RoutingPlanner(),
          new UpkeepRounds(),
          new Absences());

  private Changes() {}

  /** What carries out plans: an operation of each kind that has one in this coordinator. */
  public static List<Operation<?>> operations(OperationContext context) {
    List<Operation<?>> operations = new ArrayList<>();
    ALL.forEach(change -> change.operation(context).ifPresent(operations::add));
    return operations;
  }

  /** The kinds that the settings ask for, in the order of their plans. */
  public static List<Wanted> wanted(ChangeSettings settings) {
    return ALL.stream().flatMap(change -> change.wanted(settings).stream()).toList();
  }

  /** The code of a kind of change, as API and plan file write it. */
  public static String kind(Change<?> change) {
    return Objects.requireNonNull(change.action().getAnnotation(JsonTypeName.class)).value();
  }
}
