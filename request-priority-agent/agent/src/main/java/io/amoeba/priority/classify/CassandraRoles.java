package io.amoeba.priority.classify;

import java.util.HashSet;
import java.util.Set;
import org.apache.cassandra.auth.RoleResource;
import org.apache.cassandra.auth.Roles;

/**
 * Reads roles through Cassandra's cache of them, as authorization does. An entry that the cache
 * does not have is read from {@code system_auth} by a coordinated read. Stateless.
 */
final class CassandraRoles implements RoleLookup {

  @Override
  public GrantedRoles rolesOf(String user) {
    RoleResource primary = RoleResource.role(user);
    Set<String> names = new HashSet<>();
    for (RoleResource granted : Roles.getRoles(primary)) {
      names.add(granted.getRoleName());
    }
    return new GrantedRoles(names, Roles.hasSuperuserStatus(primary));
  }
}
