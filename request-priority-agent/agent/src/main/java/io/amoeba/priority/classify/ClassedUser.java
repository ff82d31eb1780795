package io.amoeba.priority.classify;

import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A user that has sent requests: which classes it may have, and how often it had which. Safe for
 * concurrent use, but for what only the refreshing thread calls.
 */
public final class ClassedUser {

  private final String name;
  private final LongAdder[] served = {new LongAdder(), new LongAdder(), new LongAdder()};
  private final LongAdder refused = new LongAdder();

  private volatile @Nullable GrantedRoles roles;
  private volatile @Nullable Entitlement entitlement;
  private volatile boolean gone;

  // Of the refreshing thread.
  private long requestsBefore;
  private int idleRounds;

  ClassedUser(String name) {
    this.name = name;
  }

  /** As views show it. */
  public String printableName() {
    return PrintableName.of(name);
  }

  /** Requests that were served in a class. */
  public long served(ServiceClass serviceClass) {
    return served[serviceClass.ordinal()].sum();
  }

  /** Requests for more than the user may have. */
  public long refused() {
    return refused.sum();
  }

  /** Which classes it may have; null: its roles are not known yet. */
  public @Nullable Entitlement entitlement() {
    return entitlement;
  }

  String name() {
    return name;
  }

  @Nullable GrantedRoles roles() {
    return roles;
  }

  void serves(ServedClass as) {
    served[as.serviceClass().ordinal()].increment();
    ClassProblem problem = as.problem();
    if (problem != null && problem.kind() != ClassProblem.Kind.MALFORMED) {
      refused.increment();
    }
  }

  /** Whether connections must look for its successor. */
  boolean isGone() {
    return gone;
  }

  void goes() {
    gone = true;
  }

  void resolve(GrantedRoles now) {
    roles = now;
  }

  /** Connections compare entitlements by identity, so that an equal one stays the same object. */
  void entitle(Entitlement now) {
    if (!now.equals(entitlement)) {
      entitlement = now;
    }
  }

  /** A round of the refreshing thread begins: how many it has been idle for. */
  int idleRounds() {
    long requests = requests();
    idleRounds = requests == requestsBefore ? idleRounds + 1 : 0;
    requestsBefore = requests;
    return idleRounds;
  }

  long requests() {
    long requests = 0;
    for (LongAdder counter : served) {
      requests += counter.sum();
    }
    return requests;
  }
}
