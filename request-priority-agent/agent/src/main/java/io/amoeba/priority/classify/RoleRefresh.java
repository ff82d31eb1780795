package io.amoeba.priority.classify;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the roles of users: of new ones at once, of others again and again. What cannot be read
 * stays as it was. Its thread alone calls {@link #round}; the rest is safe for concurrent use.
 */
public final class RoleRefresh {

  /*
   * A look-up may read system_auth through the coordinator, for seconds when replicas are down. New
   * users are therefore served between any two others of a round. An idle user's roles are read
   * every minute only: 10,000 users are then 170 look-ups a second at most, most of which the cache
   * answers.
   */

  private static final Logger logger = LoggerFactory.getLogger(RoleRefresh.class);
  private static final NoSpamLogger rareLogger =
      NoSpamLogger.getLogger(logger, 1, TimeUnit.MINUTES);

  /** After so long what could not be read is tried again. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int RETRIES_PER_ROUND = 10;

  /** An idle user is looked up in one of so many rounds, each of ten seconds. */
  static final int IDLE_ROUNDS = 6;

  /** After ten minutes an idle user may be forgotten, to make room for others. */
  static final int FORGOTTEN_ROUNDS = 60;

  private final ClassedUsers users;
  private final RoleLookup lookup;
  private final LongAdder failed = new LongAdder();

  public RoleRefresh(ClassedUsers users) {
    this(users, new CassandraRoles());
  }

  RoleRefresh(ClassedUsers users, RoleLookup lookup) {
    this.users = users;
    this.lookup = lookup;
  }

  /** Starts its thread, which ends with the process. Called once. */
  public void start() {
    Thread thread = new Thread(this::refreshForever, "RequestPriorityRoles");
    thread.setDaemon(true);
    users.onArrival(() -> LockSupport.unpark(thread));
    thread.start();
  }

  /** Look-ups that failed, since the start. */
  public long failed() {
    return failed.sum();
  }

  private void refreshForever() {
    long nextNanos = System.nanoTime() + RETRY_NANOS;
    int retries = 0;
    while (!Thread.currentThread().isInterrupted()) {
      try {
        LockSupport.parkNanos(this, Math.max(1, nextNanos - System.nanoTime()));
        resolveArrived();
        if (System.nanoTime() - nextNanos >= 0) {
          nextNanos = System.nanoTime() + RETRY_NANOS;
          retries++;
          if (retries == RETRIES_PER_ROUND) {
            retries = 0;
            round();
          } else {
            retry();
          }
        }
      } catch (Throwable e) {
        // For example an error of a role manager's own; without this thread no class would change.
        rareLogger.warn("Roles of some users were not read", e);
      }
    }
  }

  /** Looks up those who have sent their first request. */
  void resolveArrived() {
    for (ClassedUser user = users.nextArrived(); user != null; user = users.nextArrived()) {
      resolve(user);
    }
  }

  /** Looks up those again whose roles are still unknown. */
  void retry() {
    for (ClassedUser user : users.all()) {
      if (user.roles() == null) {
        resolve(user);
        resolveArrived();
      }
    }
  }

  /** Looks up all but some of the idle ones, every ten seconds. */
  void round() {
    boolean nearlyFull = users.isNearlyFull();
    for (ClassedUser user : users.all()) {
      int idle = user.idleRounds();
      if (nearlyFull && idle >= FORGOTTEN_ROUNDS) {
        users.remove(user);
      } else if (user.roles() == null || idle % IDLE_ROUNDS == 0) {
        resolve(user);
        resolveArrived();
      }
    }
  }

  private void resolve(ClassedUser user) {
    GrantedRoles roles = rolesOf(user.name());
    if (roles != null) {
      users.resolve(user, roles);
    }
  }

  private @Nullable GrantedRoles rolesOf(String user) {
    try {
      return lookup.rolesOf(user);
    } catch (RuntimeException e) {
      failed.increment();
      rareLogger.warn(
          "Roles of user {} cannot be read ({}). Its class stays as it is, or normal at first",
          PrintableName.of(user),
          e.toString());
      return null;
    }
  }
}
