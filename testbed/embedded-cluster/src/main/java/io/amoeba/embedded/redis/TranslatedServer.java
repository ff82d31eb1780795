package io.amoeba.embedded.redis;

import io.amoeba.embedded.network.PortForwarder;
import io.amoeba.embedded.process.ServerProcess;
import io.lettuce.core.RedisURI;

/**
 * A server that announces another address than the one at which it listens. Immutable.
 *
 * @param node number of the node, from 1
 * @param boundPort where it listens, on the host of all servers
 * @param host that it announces
 * @param port that it announces
 * @param busPort that it announces for the cluster bus
 * @param clients takes connections at {@code host:port}
 * @param others takes connections of other servers at {@code host:busPort}
 */
public record TranslatedServer(
    int node,
    String boundHost,
    int boundPort,
    String host,
    int port,
    int busPort,
    ServerProcess process,
    PortForwarder clients,
    PortForwarder others) {

  /** Where it listens. */
  public RedisURI boundUri() {
    return RedisURI.builder().withHost(boundHost).withPort(boundPort).build();
  }

  /** {@code host:port} where it listens; an IPv6 address is in brackets. */
  public String boundAddress() {
    return address(boundHost, boundPort);
  }

  /** {@code host:port} that it announces; an IPv6 address is in brackets. */
  public String address() {
    return address(host, port);
  }

  private static String address(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  void end() {
    process.kill();
    clients.close();
    others.close();
  }
}
