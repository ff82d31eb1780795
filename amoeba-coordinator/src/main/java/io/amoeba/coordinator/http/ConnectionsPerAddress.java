package io.amoeba.coordinator.http;

import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes the connections of an address that has too many of them. Safe for concurrent use. */
final class ConnectionsPerAddress implements Connection.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionsPerAddress.class);

  private final int most;
  private final ConcurrentMap<String, Integer> open = new ConcurrentHashMap<>();

  /** A connection that is closed has no address any more. */
  private final ConcurrentMap<Connection, String> addresses = new ConcurrentHashMap<>();

  ConnectionsPerAddress(int most) {
    this.most = most;
  }

  @Override
  public void onOpened(Connection connection) {
    if (isInsideTls(connection)) {
      return;
    }
    String address = address(connection.getEndPoint());
    addresses.put(connection, address);
    if (open.merge(address, 1, Integer::sum) > most) {
      LOG.debug("{} has {} connections: one more is closed", address, most);
      connection.close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    String address = addresses.remove(connection);
    if (address != null) {
      open.computeIfPresent(address, (known, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Each TLS connection has a second one inside it, on the same socket. */
  private static boolean isInsideTls(Connection connection) {
    return connection.getEndPoint() instanceof SslConnection.SslEndPoint;
  }

  private static String address(EndPoint endPoint) {
    return endPoint.getRemoteSocketAddress() instanceof InetSocketAddress inet
            && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : "";
  }
}
