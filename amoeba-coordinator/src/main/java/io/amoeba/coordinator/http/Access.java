package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.Role;
import io.javalin.security.RouteRole;
import java.util.Set;

/** Who may use a route. */
enum Access implements RouteRole {
  /** Everybody who may read. */
  READ(Set.of(Role.VIEWER, Role.OPERATOR)),
  /** Who may give orders. */
  ORDER(Set.of(Role.OPERATOR)),
  /** Task managers. */
  PROTOCOL(Set.of(Role.TASK_MANAGER));

  private final Set<Role> roles;

  Access(Set<Role> roles) {
    this.roles = roles;
  }

  boolean isGivenTo(Caller caller) {
    return roles.stream().anyMatch(caller.roles()::contains);
  }

  /** The least role that gives it. */
  String leastRole() {
    return switch (this) {
      case READ -> Role.VIEWER.text();
      case ORDER -> Role.OPERATOR.text();
      case PROTOCOL -> Role.TASK_MANAGER.text();
    };
  }
}
