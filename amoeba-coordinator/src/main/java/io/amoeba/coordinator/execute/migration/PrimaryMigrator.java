package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.execute.members.MemberCheck;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.migration.Migration;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Migrates a primary with all of its hash slots to an empty server, without loss and while clients
 * go on: the server becomes a replica, copies the data, and takes over by a manual failover. One at
 * a time. Its journal names the migration that is open. Confined to one thread. Source:
 * dissertation 5.2.3 and 5.4.4; Redis Cluster specification, "Manual failover".
 */
public final class PrimaryMigrator {

  private final MigrationStore store;
  private final MemberCheck members;
  private final MigrationJournal journal;
  private final MigrationLimits limits;
  private final Waits waits;
  private final PromotionRest rest;

  /**
   * A migrator.
   *
   * @param members asked about each server before it copies a primary
   */
  public PrimaryMigrator(
      MigrationStore store, MemberCheck members, MigrationJournal journal, MigrationLimits limits) {
    this(
        store,
        members,
        journal,
        limits,
        Waits.ofTheClock(limits.poll()),
        new PromotionRest(System::nanoTime));
  }

  PrimaryMigrator(
      MigrationStore store,
      MemberCheck members,
      MigrationJournal journal,
      MigrationLimits limits,
      Waits waits,
      PromotionRest rest) {
    this.store = store;
    this.members = members;
    this.journal = journal;
    this.limits = limits;
    this.waits = waits;
    this.rest = rest;
  }

  /**
   * Carries out a migration. Nothing is open afterwards, unless the report says so.
   *
   * @throws IllegalStateException if an earlier one was interrupted: {@link #recover} first
   */
  public MigrationReport migrate(Migration migration, OldPrimary old, MigrationControl control) {
    journal
        .open()
        .ifPresent(
            left -> {
              throw new IllegalStateException(
                  left.text() + " was interrupted in phase " + left.phase() + ": recover it first");
            });
    Run run = new Run(control);
    return run.guarded(
        () -> {
          control.safePoint();
          ClusterSight seen = store.look(Set.of(migration.to().address()));
          rest.note(seen);
          List<String> problems =
              Admission.problems(seen, migration.primary(), migration.to().address(), old);
          if (problems.isEmpty()) {
            problems = members.problems(migration.to().address());
          }
          if (!problems.isEmpty()) {
            run.reasons.addAll(problems);
            return MigrationEnd.STOPPED;
          }
          OpenMigration open =
              OpenMigration.of(
                  seen.server(migration.primary()).orElseThrow(),
                  seen.at(migration.to().address()).orElseThrow(),
                  old);
          journal.keep(open);
          return run.goOn(open);
        });
  }

  /**
   * Ends the migration that an earlier migrator left open, if any, as far as that is possible. Safe
   * to repeat.
   */
  public MigrationReport recover(RecoveryPolicy policy, MigrationControl control) {
    Optional<OpenMigration> begun = journal.open();
    if (begun.isEmpty()) {
      return new MigrationReport(MigrationEnd.NOTHING_OPEN, false, begun, List.of());
    }
    Run run = new Run(control);
    return run.guarded(() -> run.recover(begun.get(), policy));
  }

  /**
   * Whether a migration was completed before, but its end was not noted by whoever asks: its server
   * owns the hash slots.
   *
   * @param hashSlots what the primary owned
   * @throws MigrationProblem if no server lists the others
   */
  public boolean isMigrated(Migration migration, List<HashSlotSpan> hashSlots) {
    ClusterSight seen = store.look(Set.of(migration.to().address()));
    return seen.server(migration.primary()).filter(ServerSight::ownsHashSlots).isEmpty()
        && seen.at(migration.to().address())
            .filter(ServerSight::ownsHashSlots)
            .filter(server -> HashSlots.cover(server.own().hashSlots(), hashSlots))
            .isPresent();
  }

  private interface Work {
    MigrationEnd run();
  }

  /** One call. */
  private final class Run {

    private final List<String> reasons = new ArrayList<>();
    private final Promotion promotion;
    private final MigrationSteps steps;
    private final LastSteps last;
    private boolean retired;

    Run(MigrationControl control) {
      this.promotion = new Promotion(store, limits, waits, control, rest);
      this.steps = new MigrationSteps(store, journal, limits, waits, control, promotion);
      this.last = new LastSteps(store, journal, limits, control, steps, reasons);
    }

    MigrationReport guarded(Work work) {
      MigrationEnd end;
      try {
        end = work.run();
      } catch (MigrationAborted e) {
        end = MigrationEnd.STOPPED; // before the first command
        reasons.add("aborted before its start");
      } catch (MigrationProblem | UncheckedIOException e) {
        Optional<OpenMigration> open = journal.open();
        reasons.add(named(open, String.valueOf(e.getMessage())));
        end = open.isPresent() ? MigrationEnd.INTERRUPTED : MigrationEnd.STOPPED;
      }
      return new MigrationReport(end, retired, journal.open(), reasons);
    }

    /** From a phase before the promotion. */
    MigrationEnd goOn(OpenMigration open) {
      OpenMigration now = open;
      try {
        if (now.phase() == MigrationPhase.MEETING) {
          now = steps.meet(now);
        }
        if (now.phase() == MigrationPhase.REPLICATING) {
          now = steps.replicate(now);
        }
      } catch (MigrationAborted e) {
        last.takeBack(now);
        reasons.add("aborted in phase " + now.phase());
        return MigrationEnd.TAKEN_BACK;
      }
      return promoted(steps.failOver(now));
    }

    private MigrationEnd promoted(OpenMigration open) {
      retired = last.afterPromotion(open);
      return MigrationEnd.COMPLETED;
    }

    MigrationEnd recover(OpenMigration open, RecoveryPolicy policy) {
      // Who has just started again may still be loading.
      waits.until(
          limits.meet(),
          () -> {
            ClusterSight seen = steps.look(open);
            return open.servers().stream()
                .filter(address -> seen.at(address).isEmpty())
                .map(seen::silence)
                .toList();
          });
      ClusterSight seen = steps.look(open);
      if (open.phase() == MigrationPhase.FAILING_OVER) {
        promotion.noteEarlierOrder(seen, open);
      }
      Standing standing = Standing.of(open, seen);
      return switch (standing.next(policy)) {
        case MEET -> goOn(steps.enter(MigrationPhase.MEETING, owned(open, seen)));
        case REPLICATE -> goOn(steps.enter(MigrationPhase.REPLICATING, owned(open, seen)));
        case FAIL_OVER -> goOn(steps.enter(MigrationPhase.FAILING_OVER, owned(open, seen)));
        case PROMOTED -> promoted(steps.enter(MigrationPhase.PROMOTED, wanted(open, policy)));
        case RETIRE -> {
          last.retireOn(open);
          retired = true;
          yield MigrationEnd.COMPLETED;
        }
        case TAKE_BACK -> takenBack(open);
        case TAKE_BACK_LATER ->
            promotion.isPromotedAfterAll(open)
                ? promoted(steps.enter(MigrationPhase.PROMOTED, open))
                : takenBack(open);
        case LEAVE -> {
          reasons.add(left(open, seen, standing));
          yield MigrationEnd.INTERRUPTED;
        }
      };
    }

    private MigrationEnd takenBack(OpenMigration open) {
      last.takeBack(open);
      return MigrationEnd.TAKEN_BACK;
    }
  }

  private static String named(Optional<OpenMigration> open, String problem) {
    return open.isEmpty() || problem.startsWith("in phase ")
        ? problem
        : "in phase " + open.get().phase() + ", " + problem;
  }

  /** What changed before the recovery is accepted by it. */
  private static OpenMigration owned(OpenMigration open, ClusterSight seen) {
    return open.owning(seen.server(open.primary()).orElseThrow().own());
  }

  private static OpenMigration wanted(OpenMigration open, RecoveryPolicy policy) {
    return policy == RecoveryPolicy.FINISH_AND_KEEP ? open.then(OldPrimary.KEEP) : open;
  }

  private static String left(OpenMigration open, ClusterSight seen, Standing standing) {
    List<String> said = new ArrayList<>(seen.silences());
    for (ServerSight server : seen.servers()) {
      said.add(
          "%s: %s, hash slots %s"
              .formatted(
                  server,
                  server.isPrimary() ? "primary" : "replica of " + server.own().primaryId(),
                  HashSlots.text(server.own().hashSlots())));
    }
    return ("%s is left alone in phase %s, since it stands as no step leaves it: primary %s, new"
            + " server %s. Start the server that does not answer, or wait for a failover, or recover with"
            + " UNDO_IF_NOT_PROMOTED, or repair it manually; then recover. %s")
        .formatted(
            open.text(), open.phase(), standing.old(), standing.server(), String.join("; ", said));
  }
}
