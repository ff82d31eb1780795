package io.amoeba.embedded.redis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * How the servers of a {@link TranslatedCluster} are started. Immutable.
 *
 * @param executable the server program, 7.0 or newer
 * @param primaries that share all hash slots
 * @param replicas of each primary
 * @param boundHost where all servers listen, each on its own port
 * @param announcedHost what each node announces, by its number; an address of this machine
 * @param addressesTakeClients whether clients reach servers by announced addresses; otherwise only
 *     other servers do
 * @param portsKept whether servers announce the ports at which they listen
 * @param tls whether servers take no connection without TLS
 * @param lines more lines of {@code redis.conf} of each node, by its number
 */
public record TranslatedSettings(
    Path executable,
    int primaries,
    int replicas,
    String boundHost,
    IntFunction<String> announcedHost,
    boolean addressesTakeClients,
    boolean portsKept,
    boolean tls,
    IntFunction<List<String>> lines) {

  private static final int FIRST_ANNOUNCED = 20;

  /** Servers on 127.0.0.1 that announce 127.0.0.21, 127.0.0.22 and so on. */
  public static TranslatedSettings of(Path executable, int primaries, int replicas) {
    return new TranslatedSettings(
        executable,
        primaries,
        replicas,
        "127.0.0.1",
        TranslatedSettings::announcedHost,
        true,
        false,
        false,
        node -> List.of());
  }

  /** What a node announces unless {@link #at} says otherwise. */
  public static String announcedHost(int node) {
    return "127.0.0." + (FIRST_ANNOUNCED + node);
  }

  /** The same on another host, at which all servers listen and which they announce, too. */
  public TranslatedSettings at(String host) {
    return new TranslatedSettings(
        executable,
        primaries,
        replicas,
        host,
        node -> host,
        addressesTakeClients,
        portsKept,
        tls,
        lines);
  }

  /** The same where clients cannot connect to the announced addresses. */
  public TranslatedSettings withoutClientsByAddress() {
    return new TranslatedSettings(
        executable, primaries, replicas, boundHost, announcedHost, false, portsKept, tls, lines);
  }

  /** The same where the host alone is translated. */
  public TranslatedSettings withPortsKept() {
    return new TranslatedSettings(
        executable,
        primaries,
        replicas,
        boundHost,
        announcedHost,
        addressesTakeClients,
        true,
        tls,
        lines);
  }

  /** The same with TLS alone, by a certificate with its key in the form that Redis reads. */
  public TranslatedSettings withTls(Path certificate, Path key) {
    return new TranslatedSettings(
            executable,
            primaries,
            replicas,
            boundHost,
            announcedHost,
            addressesTakeClients,
            portsKept,
            true,
            lines)
        .with(
            "tls-cert-file " + certificate,
            "tls-key-file " + key,
            "tls-ca-cert-file " + certificate,
            "tls-auth-clients no",
            "tls-replication yes",
            "tls-cluster yes");
  }

  /** With more lines of {@code redis.conf} for every node. */
  public TranslatedSettings with(String... more) {
    return withEach(node -> List.of(more));
  }

  /** With more lines of {@code redis.conf} by the number of the node. */
  public TranslatedSettings withEach(IntFunction<List<String>> more) {
    return new TranslatedSettings(
        executable,
        primaries,
        replicas,
        boundHost,
        announcedHost,
        addressesTakeClients,
        portsKept,
        tls,
        node -> {
          List<String> all = new ArrayList<>(lines.apply(node));
          all.addAll(more.apply(node));
          return all;
        });
  }
}
