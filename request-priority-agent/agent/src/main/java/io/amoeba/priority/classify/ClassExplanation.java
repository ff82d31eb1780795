package io.amoeba.priority.classify;

import io.amoeba.priority.protocol.entitlement.ClassChoice;
import io.amoeba.priority.protocol.entitlement.ClassProblem;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Tells operators which rule decides for a request. May read roles, so it may take seconds. Safe
 * for concurrent use.
 */
public final class ClassExplanation {

  private static final String NEWLINE = "\n";

  private final ClassedUsers users;
  private final RoleLookup lookup;
  private final BooleanSupplier asksForLogin;

  public ClassExplanation(ClassedUsers users) {
    this(
        users,
        new CassandraRoles(),
        () -> DatabaseDescriptor.getAuthenticator().requireAuthentication());
  }

  ClassExplanation(ClassedUsers users, RoleLookup lookup, BooleanSupplier asksForLogin) {
    this.users = users;
    this.lookup = lookup;
    this.asksForLogin = asksForLogin;
  }

  /**
   * What a request would be served as, and why, in a few lines of printable ASCII.
   *
   * @param user ignored on a node that does not authenticate clients
   * @param application the application name of its connection; empty: none
   * @param startup the connection's {@value ClassChoice#STARTUP_KEY}; empty: none
   * @param payload the request's {@value ClassChoice#PAYLOAD_KEY}; empty: none
   */
  public String explain(String user, String application, String startup, String payload) {
    ClassRules rules = users.rules();
    StringBuilder text = new StringBuilder();
    Entitlement entitlement = entitlement(user, rules, text);
    ServedClass served =
        rules
            .choice()
            .choose(
                bytes(payload), rules.connection(given(startup), given(application)), entitlement);
    ClassProblem problem = served.problem();
    if (problem != null && problem.kind() == ClassProblem.Kind.REFUSED) {
      return text.append("Refused, as on-unauthorized=error: ")
          .append(problem.message())
          .toString();
    }
    text.append("Served as ").append(served.serviceClass().text()).append(": ");
    text.append(
        switch (served.source()) {
          case REQUEST -> "the request's payload asks for it";
          case CONNECTION -> "its connection's " + ClassChoice.STARTUP_KEY + " asks for it";
          case APPLICATION ->
              "the rule for application "
                  + PrintableName.of(application)
                  + " says so"
                  + ", within what the user may have";
          case USER -> "it is the user's standard class";
          case NONE -> "it has no class of its own";
        });
    if (problem != null) {
      text.append(NEWLINE).append("The client is warned: ").append(problem.message());
    }
    return text.toString();
  }

  private Entitlement entitlement(String user, ClassRules rules, StringBuilder text) {
    if (!asksForLogin.getAsBoolean()) {
      text.append("This node does not authenticate clients");
      return described(rules.anonymous(), text);
    }
    text.append("User ").append(PrintableName.of(user));
    ClassedUser known = users.find(user);
    GrantedRoles roles = known == null ? null : known.roles();
    try {
      GrantedRoles now = roles == null ? lookup.rolesOf(user) : roles;
      text.append(now.names().isEmpty() ? ", who does not exist" : ", " + now);
      return described(rules.of(now), text);
    } catch (RuntimeException e) {
      text.append(", whose roles cannot be read (")
          .append(PrintableName.of(e.toString()))
          .append(")");
      return described(rules.unresolved(), text);
    }
  }

  private static Entitlement described(Entitlement entitlement, StringBuilder text) {
    text.append(": standard class ")
        .append(entitlement.standard().text())
        .append(", may ask for ")
        .append(entitlement.most().text())
        .append(NEWLINE);
    return entitlement;
  }

  private static @Nullable String given(String value) {
    return value.isEmpty() ? null : value;
  }

  private static @Nullable ByteBuffer bytes(String value) {
    return value.isEmpty() ? null : ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
  }
}
