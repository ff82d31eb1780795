package io.amoeba.coordinator.members;

import java.util.List;

/**
 * Whether servers can send keys to each other: by MIGRATE they connect to the port that the
 * coordinator knows, with TLS if {@code tls-cluster} says so. Atomic migrations use ports that
 * servers tell each other. Pure functions.
 */
public final class BusEncryption {

  private BusEncryption() {}

  /**
   * Why MIGRATE could not connect.
   *
   * @param tls whether the coordinator uses TLS, and so knows the ports for it
   * @param atomic whether hash slots may migrate atomically
   */
  public static List<String> problems(boolean tls, boolean atomic, List<MemberTraits> servers) {
    if (atomic && servers.stream().allMatch(BusEncryption::migratesAtomically)) {
      return List.of();
    }
    String wanted = tls ? "yes" : "no";
    return servers.stream()
        .filter(server -> server.settings().isPresent())
        .filter(
            server -> !server.settings().get().getOrDefault("tls-cluster", wanted).equals(wanted))
        .map(
            server ->
                "%s: servers send keys %s TLS (tls-cluster), and the coordinator knows the ports %s TLS: set tls-cluster %s on every server, or %s redis.tls"
                    .formatted(
                        server.address(),
                        tls ? "without" : "with",
                        tls ? "with" : "without",
                        wanted,
                        tls ? "leave out" : "set"))
        .toList();
  }

  private static boolean migratesAtomically(MemberTraits server) {
    return ServerVersion.of(server.info())
        .filter(version -> version.isRedis(8, 4) || version.isValkey(9, 0))
        .isPresent();
  }
}
