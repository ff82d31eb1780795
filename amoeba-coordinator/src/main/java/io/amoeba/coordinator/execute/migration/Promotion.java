package io.amoeba.coordinator.execute.migration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the new server of a migration the primary. Nothing else tells a server to take over, so
 * that every order keeps {@link PromotionRest}. Confined to one thread.
 */
final class Promotion {

  private static final Logger LOG = LoggerFactory.getLogger(Promotion.class);

  private final MigrationStore store;
  private final MigrationLimits limits;
  private final Waits waits;
  private final MigrationControl control;
  private final PromotionRest rest;

  Promotion(
      MigrationStore store,
      MigrationLimits limits,
      Waits waits,
      MigrationControl control,
      PromotionRest rest) {
    this.store = store;
    this.limits = limits;
    this.waits = waits;
    this.control = control;
    this.rest = rest;
  }

  /** What everybody says now. */
  ClusterSight look(OpenMigration open) {
    ClusterSight seen = store.look(open.servers());
    rest.note(seen);
    return seen;
  }

  /** What keeps the new server from being told to take over, in words. */
  List<String> missing(ClusterSight seen, OpenMigration open) {
    List<String> missing = new ArrayList<>(SyncCheck.missing(seen, open, limits.lagBytes()));
    seen.at(open.server())
        .ifPresent(
            server -> {
              missing.addAll(WriteCheck.problems(seen, server, open.primary(), open.old()));
              rest.missing(seen, server).ifPresent(missing::add);
            });
    return missing;
  }

  /** How long the new server may take to be in sync, and to rest if it has to. */
  Duration limit(OpenMigration open) {
    return lookIfPossible(open)
        .flatMap(seen -> seen.at(open.server()).map(server -> rest.remaining(seen, server)))
        .map(limits.sync()::plus)
        .orElse(limits.sync());
  }

  /** Empty: nobody tells of the others. */
  private Optional<ClusterSight> lookIfPossible(OpenMigration open) {
    try {
      return Optional.of(look(open));
    } catch (MigrationProblem e) {
      if (e.kind() == MigrationProblem.Kind.UNREACHABLE
          || e.kind() == MigrationProblem.Kind.NOT_YET) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** A coordinator before may have told it. */
  void noteEarlierOrder(ClusterSight seen, OpenMigration open) {
    seen.at(open.server()).ifPresent(rest::noteEarlierOrder);
  }

  /*
   * A failover is only scheduled when it is answered OK. The primary then holds back its clients'
   * writes until the replica has them all, and the replica asks the other primaries for their votes.
   * If that takes longer than 5 s, it is given up without a word, and clients go on. So whether it
   * happened is known by looks alone, and so is why it did not.
   */

  /**
   * Tells it until it is the primary.
   *
   * @throws MigrationProblem if it is not after the last attempt, with the reason of each
   */
  void carryOut(OpenMigration open) {
    List<String> failures = new ArrayList<>();
    for (int attempt = 1; attempt <= limits.attempts(); attempt++) {
      Optional<ClusterSight> before = ready(open, attempt);
      if (before.isEmpty()) {
        return;
      }
      order(before.get().at(open.server()).orElseThrow());
      if (waits
          .until(limits.failOver(), () -> OwnerCheck.notPromoted(look(open), open))
          .isEmpty()) {
        return;
      }
      String reason =
          lookIfPossible(open)
              .map(after -> FailedPromotion.reason(before.get(), after, open))
              .orElse("no server lists the others");
      LOG.warn("{}, attempt {} to promote {}: {}", open.text(), attempt, open.server(), reason);
      failures.add("attempt %d: %s".formatted(attempt, reason));
    }
    throw new MigrationProblem(
        MigrationProblem.Kind.TOO_LONG,
        "in phase %s, %s received %d orders to replace %s, but did not within %d ms each: %s. See its log and the logs of the primaries, a majority of which must vote for it; then recover"
            .formatted(
                open.phase(),
                open.server(),
                limits.attempts(),
                open.primaryAddress(),
                limits.failOver().toMillis(),
                String.join("; ", failures)));
  }

  /** An order that is not answered may have been heard; one that is refused was not taken. */
  private void order(ServerSight server) {
    try {
      store.failOver(server.address());
      rest.noteOrder(server);
    } catch (MigrationProblem e) {
      if (e.kind() == MigrationProblem.Kind.UNREACHABLE) {
        rest.noteOrder(server);
      }
      throw e;
    }
  }

  /** Waits until it may be told: what was seen then; empty: it is the primary already. */
  private Optional<ClusterSight> ready(OpenMigration open, int attempt) {
    List<ClusterSight> last = new ArrayList<>();
    Duration limit = limit(open);
    List<String> missing =
        waits.until(
            limit,
            () -> {
              last.clear();
              ClusterSight seen = look(open);
              if (OwnerCheck.notPromoted(seen, open).isEmpty()) {
                return List.of();
              }
              last.add(seen);
              List<String> now = missing(seen, open);
              control.at(
                  open.phase(),
                  "attempt " + attempt + (now.isEmpty() ? "" : ", " + now.get(0)),
                  SyncCheck.lag(seen, open));
              return now;
            });
    if (!missing.isEmpty()) {
      throw MigrationProblem.tooLong(open, limit, missing, "recover after fixing this");
    }
    return last.stream().findFirst();
  }

  /** Waits until a promotion that may be under way has come, or can no longer come. */
  boolean isPromotedAfterAll(OpenMigration open) {
    Duration underWay =
        lookIfPossible(open)
            .flatMap(seen -> seen.at(open.server()))
            .flatMap(server -> server.election().failOverTimeout())
            .filter(timeout -> timeout.compareTo(limits.failOver()) > 0)
            .orElse(limits.failOver());
    return waits
        .until(
            underWay,
            () ->
                OwnerCheck.isPromoted(look(open), open)
                    ? List.of()
                    : List.of(open.server() + " is no primary"))
        .isEmpty();
  }
}
