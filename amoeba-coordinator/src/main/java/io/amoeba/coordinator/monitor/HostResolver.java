package io.amoeba.coordinator.monitor;

import java.util.Set;

/** Port to the name service: addresses of a host, empty if it has none. */
@FunctionalInterface
public interface HostResolver {

  /** Textual addresses of a host name or address. */
  Set<String> addresses(String host);
}
