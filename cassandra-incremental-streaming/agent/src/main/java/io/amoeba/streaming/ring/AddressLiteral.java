package io.amoeba.streaming.ring;

import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import java.net.UnknownHostException;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Addresses as {@link Rings#name} writes them. Other nodes' words never reach a name server: the
 * gossip stage would wait for its answer, and whoever gives it would choose the node. Stateless.
 */
final class AddressLiteral {

  private AddressLiteral() {}

  /** The endpoint of an address with or without port. Throws for anything else. */
  static InetAddressAndPort parse(String text) throws UnknownHostException {
    try {
      String host = HostAndPort.fromString(text).getHost();
      if (InetAddresses.isInetAddress(host)) {
        return InetAddressAndPort.getByName(text);
      }
    } catch (IllegalArgumentException e) {
      // Reported below, with names.
    }
    throw new UnknownHostException("'" + text + "' is not an address; names are not looked up");
  }
}
