package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.util.List;

/**
 * What follows a promotion, or an abort before it: the former primary, or the new server, leaves
 * the cluster. Confined to one thread.
 */
final class LastSteps {

  private final MigrationStore store;
  private final MigrationJournal journal;
  private final MigrationLimits limits;
  private final MigrationControl control;
  private final MigrationSteps steps;
  private final Detachment detachment;
  private final List<String> reasons;

  LastSteps(
      MigrationStore store,
      MigrationJournal journal,
      MigrationLimits limits,
      MigrationControl control,
      MigrationSteps steps,
      List<String> reasons) {
    this.store = store;
    this.journal = journal;
    this.limits = limits;
    this.control = control;
    this.steps = steps;
    this.detachment = new Detachment(store);
    this.reasons = reasons;
  }

  /**
   * Goes on from a promotion to the end.
   *
   * @return whether the former primary has left the cluster
   */
  boolean afterPromotion(OpenMigration open) {
    steps.await(
        open,
        limits.meet(),
        "recover after fixing this",
        () -> OwnerCheck.disagreements(steps.look(open), open));
    if (open.old() == OldPrimary.RETIRE) {
      try {
        control.at(open.phase(), open.primaryAddress() + " sends clients on", SyncCheck.UNKNOWN);
        steps.rest(limits.redirect());
        control.safePoint();
        return retire(open);
      } catch (MigrationAborted e) {
        reasons.add(
            "aborted after the promotion: %s stays as a replica of %s"
                .formatted(open.primaryAddress(), open.server()));
      }
    }
    addSilent(steps.look(open));
    journal.end();
    return false;
  }

  private boolean retire(OpenMigration open) {
    steps.await(
        open, limits.meet(), "then recover", () -> OwnerCheck.notRetirable(steps.look(open), open));
    retireOn(steps.enter(MigrationPhase.RETIRING, open));
    return true;
  }

  /** Goes on with a retirement to the end. */
  void retireOn(OpenMigration open) {
    detach(open, open.primaryAddress(), open.primary());
    journal.end();
  }

  /** Makes the new server, which is not promoted, empty again, and a member if it was one. */
  void takeBack(OpenMigration open) {
    OpenMigration now = steps.enter(MigrationPhase.TAKING_BACK, open);
    detach(now, now.server(), now.serverId());
    if (now.wasMember() && steps.look(now).at(now.server()).isPresent()) {
      meetAgain(now);
    }
    journal.end();
  }

  private void meetAgain(OpenMigration open) {
    boolean[] greeted = {false};
    steps.await(
        open,
        limits.meet(),
        "it is empty; recover, or CLUSTER MEET it",
        () -> {
          ClusterSight seen = steps.look(open);
          if (seen.at(open.server()).isEmpty()) {
            return List.of(seen.silence(open.server()));
          }
          List<String> strangers = Membership.strangers(seen, seen.at(open.server()).orElseThrow());
          if (!strangers.isEmpty() && !greeted[0] && !seen.owners().isEmpty()) {
            store.meet(seen.owners().get(0).address(), open.server());
            greeted[0] = true;
          }
          return strangers;
        });
  }

  private void detach(OpenMigration open, ServerAddress address, String id) {
    control.at(open.phase(), address + " is reset and forgotten", SyncCheck.UNKNOWN);
    steps.await(
        open,
        limits.detach(),
        "then recover",
        () -> detachment.step(steps.look(open), address, id));
    ClusterSight seen = steps.look(open);
    if (seen.at(address).isEmpty()) {
      reasons.add(
          "%s has failed, so it was forgotten, not reset: before it starts again, delete its nodes.conf and its data"
              .formatted(address));
    }
    addSilent(seen);
  }

  /** They have not said what they see; they will hear by gossip when they are back. */
  private void addSilent(ClusterSight seen) {
    seen.silences().stream().filter(silence -> !reasons.contains(silence)).forEach(reasons::add);
  }
}
