package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.plan.migration.MigratingPrimary;
import io.amoeba.coordinator.plan.migration.Migration;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whole primaries that go to empty servers on nodes with subtasks, one after the other. Immutable.
 *
 * @param migrations in their order
 * @param old what becomes of the primaries that are replaced
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask afterwards, so that routing, or moves, can align them
 */
public record MigratePrimaries(
    List<MigratingPrimary> migrations, OldPrimary old, List<AlignedShare> shares)
    implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "migrate_primaries";

  public MigratePrimaries {
    migrations = List.copyOf(migrations);
    shares = List.copyOf(shares);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int movedHashSlots() {
    return movedHashSlots(migrations.size());
  }

  /** Hash slots of the first primaries. */
  public int movedHashSlots(int primaries) {
    return migrations.stream().limit(primaries).mapToInt(MigratingPrimary::hashSlotCount).sum();
  }

  @Override
  public int migratedPrimaries() {
    return migrations.size();
  }

  @Override
  public OptionalLong movedKeys() {
    return migrations.stream().allMatch(m -> m.keys().isPresent())
        ? OptionalLong.of(migrations.stream().mapToLong(m -> m.keys().orElse(0)).sum())
        : OptionalLong.empty();
  }

  @Override
  public boolean changesStore() {
    return true;
  }

  /**
   * A server that could not take over, or was not allowed to, will hardly do so at the next look.
   */
  @Override
  public boolean isMadeAgainAfterFailure() {
    return false;
  }

  @Override
  public int effort() {
    return Math.max(1, migrations.size());
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other instanceof MigratePrimaries that
        && old == that.old
        && steps().equals(that.steps());
  }

  @Override
  public boolean leaves(PlanAction other) {
    return other instanceof MigratePrimaries that && primaries().containsAll(that.primaries());
  }

  private List<Migration> steps() {
    return migrations.stream().map(MigratingPrimary::migration).toList();
  }

  private Set<String> primaries() {
    return steps().stream().map(Migration::primary).collect(Collectors.toCollection(HashSet::new));
  }
}
