package io.amoeba.embedded.redis;

import io.amoeba.embedded.tls.PemFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** How the servers of a {@link TranslatedCluster} are started. Immutable. */
public final class TranslatedSettings {

  private static final int FIRST_ANNOUNCED = 20;

  private final Path executable;
  private final int primaries;
  private final int replicas;

  // Set by copied() alone.
  private String boundHost = "127.0.0.1";
  private IntFunction<String> announcedHost = TranslatedSettings::announcedHost;
  private boolean addressesTakeClients = true;
  private boolean portsKept;
  private boolean tls;
  private IntFunction<List<String>> lines = node -> List.of();

  private TranslatedSettings(Path executable, int primaries, int replicas) {
    this.executable = executable;
    this.primaries = primaries;
    this.replicas = replicas;
  }

  /**
   * Servers on 127.0.0.1 that announce 127.0.0.21, 127.0.0.22 and so on.
   *
   * @param executable the server program, 7.0 or newer
   * @param primaries that share all hash slots
   * @param replicas of each primary
   */
  public static TranslatedSettings of(Path executable, int primaries, int replicas) {
    return new TranslatedSettings(executable, primaries, replicas);
  }

  private TranslatedSettings copied(Consumer<TranslatedSettings> change) {
    TranslatedSettings copy = new TranslatedSettings(executable, primaries, replicas);
    copy.boundHost = boundHost;
    copy.announcedHost = announcedHost;
    copy.addressesTakeClients = addressesTakeClients;
    copy.portsKept = portsKept;
    copy.tls = tls;
    copy.lines = lines;
    change.accept(copy);
    return copy;
  }

  /** What a node announces unless {@link #at} says otherwise. */
  public static String announcedHost(int node) {
    return "127.0.0." + (FIRST_ANNOUNCED + node);
  }

  /** The same on another host, at which all servers listen and which they announce, too. */
  public TranslatedSettings at(String host) {
    return copied(
        copy -> {
          copy.boundHost = host;
          copy.announcedHost = node -> host;
        });
  }

  /** The same where clients cannot connect to the announced addresses. */
  public TranslatedSettings withoutClientsByAddress() {
    return copied(copy -> copy.addressesTakeClients = false);
  }

  /** The same where the host alone is translated. */
  public TranslatedSettings withPortsKept() {
    return copied(copy -> copy.portsKept = true);
  }

  /** The same with TLS alone. */
  public TranslatedSettings withTls(PemFiles own) {
    return copied(copy -> copy.tls = true)
        .with(
            "tls-cert-file " + own.certificate(),
            "tls-key-file " + own.key(),
            "tls-ca-cert-file " + own.certificate(),
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
    return copied(
        copy ->
            copy.lines =
                node -> {
                  List<String> all = new ArrayList<>(lines.apply(node));
                  all.addAll(more.apply(node));
                  return all;
                });
  }

  Path executable() {
    return executable;
  }

  int primaries() {
    return primaries;
  }

  int replicas() {
    return replicas;
  }

  /** Where all servers listen, each on its own port. */
  String boundHost() {
    return boundHost;
  }

  /** What each node announces, by its number; an address of this machine. */
  IntFunction<String> announcedHost() {
    return announcedHost;
  }

  /** Whether clients reach servers by announced addresses; otherwise only other servers do. */
  boolean addressesTakeClients() {
    return addressesTakeClients;
  }

  /** Whether servers announce the ports at which they listen. */
  boolean portsKept() {
    return portsKept;
  }

  /** Whether servers take no connection without TLS. */
  boolean tls() {
    return tls;
  }

  /** More lines of {@code redis.conf} of each node, by its number. */
  IntFunction<List<String>> lines() {
    return lines;
  }
}
