package io.amoeba.priority.classify;

import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.protocol.entitlement.ClassChoice;
import io.amoeba.priority.protocol.entitlement.ConnectionClass;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.entitlement.RoleRules;
import io.amoeba.priority.protocol.service.RequestedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node's rules for classes of service, as its options or an operator set them. Immutable. */
public final class ClassRules {

  /** The key of a connection's STARTUP options that drivers fill with the application's name. */
  static final String APPLICATION_KEY = "APPLICATION_NAME";

  private final RoleRules roles;
  private final Map<String, ServiceClass> applications;

  // What every request needs is made once.
  private final ClassChoice choice;
  private final Entitlement anonymous;
  private final Entitlement unresolved;

  public ClassRules(ClassOptions options) {
    this.roles =
        new RoleRules(
            options.roleHigh(),
            options.roleHighAlways(),
            options.roleLow(),
            options.standard(),
            options.anonymousMost());
    this.applications = options.applications();
    this.choice = new ClassChoice(options.onUnauthorized() == OnUnauthorized.ERROR);
    this.anonymous = roles.anonymous();
    this.unresolved = roles.unresolved();
  }

  ClassChoice choice() {
    return choice;
  }

  Entitlement anonymous() {
    return anonymous;
  }

  /** Of a user whose roles are not known yet. */
  Entitlement unresolved() {
    return unresolved;
  }

  Entitlement of(GrantedRoles granted) {
    return roles.entitlement(granted.names(), granted.superuser());
  }

  /** What a connection says, by the values of its two options; null: not there. */
  ConnectionClass connection(@Nullable String startup, @Nullable String application) {
    RequestedClass asked = startup == null ? null : RequestedClass.read(startup);
    ServiceClass rule = application == null ? null : applications.get(application);
    return asked == null && rule == null ? ConnectionClass.NONE : new ConnectionClass(asked, rule);
  }
}
