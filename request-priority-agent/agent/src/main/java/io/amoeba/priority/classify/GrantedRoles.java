package io.amoeba.priority.classify;

import java.util.Set;
import java.util.TreeSet;

/**
 * What a user is granted. Immutable.
 *
 * @param names its own role and all that it is a member of, directly or through others; empty if
 *     there is no such user
 */
record GrantedRoles(Set<String> names, boolean superuser) {
  GrantedRoles {
    names = Set.copyOf(names);
  }

  @Override
  public String toString() {
    Set<String> printable = new TreeSet<>();
    names.forEach(name -> printable.add(PrintableName.of(name)));
    return (printable.isEmpty() ? "no roles" : "roles " + String.join(", ", printable))
        + (superuser ? ", superuser" : "");
  }
}
