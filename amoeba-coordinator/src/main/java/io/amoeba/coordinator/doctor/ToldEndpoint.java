package io.amoeba.coordinator.doctor;

/**
 * Where a node sends clients for the hash slots of a node. Immutable.
 *
 * @param id the cluster's name of that node
 * @param host empty: clients are to take the address that they asked; {@code ?}: a name is
 *     preferred, and that node has none
 */
public record ToldEndpoint(String id, String host) {

  /** Whether a name is preferred that the node does not have. */
  boolean isNameless() {
    return host.equals("?");
  }

  /** Whether no address is told. */
  boolean isUnknown() {
    return host.isEmpty();
  }
}
