package io.amoeba.priority.protocol.entitlement;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.Set;

/**
 * Derives entitlements from granted roles, which every role manager has, inherits and audits.
 * Immutable.
 *
 * @param high the role whose members may ask for the high class
 * @param highAlways the role whose members have the high class unless they ask for less
 * @param low the role whose members are low, and cannot ask for more. It wins over the others, and
 *     over the rights of a superuser: who grants it wants to protect the cluster
 * @param standard the class of everybody else; not high
 * @param anonymousMost what may be asked for where nobody logs in
 */
public record RoleRules(
    String high, String highAlways, String low, ServiceClass standard, ServiceClass anonymousMost) {

  private static final String MAY_ASK_FOR_ALL = "";

  public RoleRules {
    if (standard == ServiceClass.HIGH) {
      throw new IllegalArgumentException("the class of everybody cannot be high");
    }
    if (high.equals(highAlways) || high.equals(low) || highAlways.equals(low)) {
      throw new IllegalArgumentException(
          "roles " + high + ", " + highAlways + ", " + low + " are not three different ones");
    }
  }

  /**
   * The entitlement of a user.
   *
   * @param roles all that are granted to the user, directly or through other roles
   */
  public Entitlement entitlement(Set<String> roles, boolean superuser) {
    if (roles.contains(low)) {
      return new Entitlement(
          ServiceClass.LOW, ServiceClass.LOW, "the user is granted " + low + ", which is low only");
    }
    if (roles.contains(highAlways)) {
      return new Entitlement(ServiceClass.HIGH, ServiceClass.HIGH, MAY_ASK_FOR_ALL);
    }
    return superuser || roles.contains(high)
        ? new Entitlement(standard, ServiceClass.HIGH, MAY_ASK_FOR_ALL)
        : new Entitlement(standard, ServiceClass.NORMAL, "the user is not granted " + high);
  }

  /** The entitlement of clients of a node without authentication. */
  public Entitlement anonymous() {
    return new Entitlement(
        standard.atMost(anonymousMost),
        anonymousMost,
        "users without a login may ask for " + anonymousMost.text() + " at most");
  }

  /** The entitlement of a user whose roles are not known yet. */
  public Entitlement unresolved() {
    return new Entitlement(standard, ServiceClass.NORMAL, null);
  }
}
