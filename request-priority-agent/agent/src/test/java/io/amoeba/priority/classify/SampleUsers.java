package io.amoeba.priority.classify;

import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.util.List;
import java.util.Set;

/** Users for tests of other packages. Confined to one thread. */
public final class SampleUsers {

  private final ClassedUsers users;

  public SampleUsers(ClassOptions options) {
    this.users = new ClassedUsers(new ClassRules(options));
  }

  public ClassedUsers users() {
    return users;
  }

  /** A user whose roles have been read. */
  public void grant(String user, String... roles) {
    users.resolve(users.of(user), new GrantedRoles(Set.of(roles), false));
  }

  /** Requests of a user, as they were served. */
  public void serve(String user, ServiceClass... classes) {
    for (ServiceClass serviceClass : List.of(classes)) {
      users.of(user).serves(Rules.served(serviceClass));
    }
  }

  public ClassExplanation explanation() {
    return new ClassExplanation(users, user -> new GrantedRoles(Set.of(user), false), () -> true);
  }
}
