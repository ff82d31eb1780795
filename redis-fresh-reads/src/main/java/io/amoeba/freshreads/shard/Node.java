package io.amoeba.freshreads.shard;

/** One server of the cluster. Immutable. */
public final class Node {
  private final String id;
  private final String address;

  /**
   * @param id the cluster's name of it
   * @param address {@code host:port}
   */
  public Node(String id, String address) {
    this.id = id;
    this.address = address;
  }

  public String id() {
    return id;
  }

  public String address() {
    return address;
  }

  /** Equal identity at an equal address: a server that moved needs another connection. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Node
        && ((Node) other).id.equals(id)
        && ((Node) other).address.equals(address);
  }

  @Override
  public int hashCode() {
    return 31 * id.hashCode() + address.hashCode();
  }

  @Override
  public String toString() {
    return address;
  }
}
