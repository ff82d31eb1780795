package io.amoeba.coordinator.members;

import io.amoeba.coordinator.diagnosis.Problem;
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
  public static List<Problem> problems(boolean tls, boolean atomic, List<MemberTraits> servers) {
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
                Problem.error(
                    "BUS_ENCRYPTION_DIFFERS",
                    server.address(),
                    "the server sends keys %s TLS (tls-cluster), and the coordinator knows the ports %s TLS"
                        .formatted(tls ? "without" : "with", tls ? "with" : "without"),
                    "Set tls-cluster %s on every server, or %s redis.tls."
                        .formatted(wanted, tls ? "leave out" : "set")))
        .toList();
  }

  private static boolean migratesAtomically(MemberTraits server) {
    return ServerVersion.of(server.info())
        .filter(version -> version.isRedis(8, 4) || version.isValkey(9, 0))
        .isPresent();
  }
}
