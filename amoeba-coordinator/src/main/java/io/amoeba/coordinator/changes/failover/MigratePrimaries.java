package io.amoeba.coordinator.changes.failover;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.coordinator.plan.Transfer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whole primaries that go to empty servers on nodes with subtasks, one after the other. Immutable.
 *
 * @param migrations in their order
 * @param old what becomes of the primaries that are replaced
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask afterwards, so that routing, or moves, can align them
 */
@JsonTypeName(MigratePrimaries.KIND)
public record MigratePrimaries(
    List<MigratingPrimary> migrations, OldPrimary old, List<AlignedShare> shares)
    implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "migrate_primaries";

  public MigratePrimaries {
    migrations = List.copyOf(migrations);
    shares = List.copyOf(shares);
    if (migrations.isEmpty() || shares.isEmpty()) {
      throw new IllegalArgumentException("migrations or shares are empty");
    }
  }

  private record View(
      String formerPrimary, List<ShareView> operators, List<MigrationView> migrations) {}

  private record MigrationView(
      String from,
      String fromId,
      String fromNode,
      String to,
      String toNode,
      int hashSlots,
      String reason,
      @Nullable Long keys) {

    static MigrationView of(MigratingPrimary one) {
      SpareServer to = one.migration().to();
      return new MigrationView(
          one.from().toString(),
          one.migration().primary(),
          one.fromNode(),
          to.address().toString(),
          to.node(),
          one.hashSlotCount(),
          one.migration().reason().name().toLowerCase(Locale.ROOT),
          one.keys().isPresent() ? one.keys().getAsLong() : null);
    }
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int movedHashSlots() {
    return migrations.stream().mapToInt(MigratingPrimary::hashSlotCount).sum();
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
  public Set<Effect> effects() {
    return Set.of(Effect.STORE);
  }

  /** Primaries on other nodes bring nothing before records follow them. */
  @Override
  public Set<Effect> awaited() {
    return Set.of(Effect.ROUTING);
  }

  @Override
  public List<Transfer> transfers() {
    return migrations.stream()
        .map(
            one ->
                new Transfer(
                    one.migration().primary(),
                    one.migration().to().address().toString(),
                    one.hashSlots(),
                    true))
        .toList();
  }

  @Override
  public String text() {
    return "%d primaries with %d hash slots migrate".formatted(migrations.size(), movedHashSlots());
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        old == OldPrimary.KEEP
            ? "former primaries stay as replicas"
            : "former primaries leave the cluster");
    migrations.forEach(one -> lines.add(one.line()));
    return lines;
  }

  @Override
  public String costText(PlanCost cost) {
    return "%d primaries with %d hash slots and %s keys%s move to other servers"
        .formatted(
            migrations.size(),
            movedHashSlots(),
            cost.movedKeys().isPresent() ? cost.movedKeys().getAsLong() : "an unknown number of",
            cost.bytesText());
  }

  @Override
  public Optional<Record> view() {
    return Optional.of(
        new View(
            old.name().toLowerCase(Locale.ROOT),
            ShareView.of(shares),
            migrations.stream().map(MigrationView::of).toList()));
  }

  @Override
  public PlanProgress noProgress() {
    return PrimaryProgress.NONE;
  }

  /**
   * A server that could not take over, or was not allowed to, will hardly do so at the next look.
   */
  @Override
  public boolean retriesAfterFailure() {
    return false;
  }

  @Override
  public int effort() {
    return migrations.size();
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other
        .as(MigratePrimaries.class)
        .filter(that -> old == that.old && steps().equals(that.steps()))
        .isPresent();
  }

  @Override
  public boolean leaves(PlanAction other) {
    return other
        .as(MigratePrimaries.class)
        .filter(that -> primaries().containsAll(that.primaries()))
        .isPresent();
  }

  private List<Migration> steps() {
    return migrations.stream().map(MigratingPrimary::migration).toList();
  }

  private Set<String> primaries() {
    return steps().stream().map(Migration::primary).collect(Collectors.toCollection(HashSet::new));
  }
}
