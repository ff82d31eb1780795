package io.amoeba.priority.classify;

/** Where the roles of users are looked up. May block for seconds: never called on an event loop. */
@FunctionalInterface
interface RoleLookup {

  /**
   * The roles of a user now.
   *
   * @throws RuntimeException if they cannot be read
   */
  GrantedRoles rolesOf(String user);
}
