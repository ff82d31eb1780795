package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.HeldJoinCodec;
import io.amoeba.streaming.protocol.member.HeldStore;
import io.amoeba.streaming.ring.AgentDirectory;
import io.amoeba.streaming.ring.DurableFile;
import io.amoeba.streaming.ring.Rings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/**
 * What is held, a file for each joining node; and its normal tokens in system.peers_v2, flushed.
 */
final class HeldFiles {

  private static final String PREFIX = "held-";

  private HeldFiles() {}

  /** What the disk says, by the joining node's host id. */
  static Map<UUID, HeldJoin> load() {
    Map<UUID, HeldJoin> all = new HashMap<>();
    for (Path file : files()) {
      all.put(host(file), read(file));
    }
    return all;
  }

  static void delete() {
    files().forEach(file -> new DurableFile(file).delete());
  }

  private static List<Path> files() {
    Path directory = AgentDirectory.path();
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(HeldFiles::isOfAJoin).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory, e);
    }
  }

  private static boolean isOfAJoin(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PREFIX) && !name.endsWith(".next");
  }

  private static UUID host(Path file) {
    String name = file.getFileName().toString();
    try {
      return UUID.fromString(name.substring(PREFIX.length()));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          file + ": its name has no host id; if nothing joins, delete the file", e);
    }
  }

  private static HeldJoin read(Path file) {
    return new DurableFile(file)
        .read(
            HeldJoinCodec::decode,
            "Restore it, or decommission this node's data and replace the node.")
        .orElseThrow();
  }

  static HeldStore of(UUID host) {
    return new Store(host, new DurableFile(AgentDirectory.path().resolve(PREFIX + host)));
  }

  private static final class Store implements HeldStore {

    private final UUID host;
    private final DurableFile file;

    /** Of which Cassandra's table of peers has a row. */
    private @Nullable InetAddressAndPort joining;

    private SortedSet<Long> savedTokens = new TreeSet<>();
    private boolean placeSaved;

    Store(UUID host, DurableFile file) {
      this.host = host;
      this.file = file;
    }

    @Override
    public void save(HeldJoin held) {
      if (!held.endpoint().isEmpty()) {
        savePeer(Rings.endpoint(held.endpoint()), held);
      }
      file.write(HeldJoinCodec.encode(held));
    }

    private void savePeer(InetAddressAndPort endpoint, HeldJoin held) {
      InetAddressAndPort former = joining;
      if (!endpoint.equals(former)) {
        joining = endpoint;
        savedTokens = new TreeSet<>();
        placeSaved = false;
      }
      SortedSet<Long> done = held.announcement().map(Announcement::done).orElseGet(TreeSet::new);
      EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
      if (!placeSaved && state != null) {
        savePlace(endpoint, state);
        placeSaved = true;
      }
      if (!done.isEmpty() && !done.equals(savedTokens)) {
        savePeer(endpoint, state, done);
        savedTokens = done;
      }
      // Not the row of another host that has come there.
      if (former != null && !former.equals(endpoint) && !Rings.current().isMember(former)) {
        SystemKeyspace.removeEndpoint(former);
        flush();
      }
    }

    /**
     * A restarted member shows pending tokens before gossip has reached it; of a node in no known
     * data centre NetworkTopologyStrategy makes no replica, so that writes would miss it.
     */
    private static void savePlace(InetAddressAndPort endpoint, EndpointState state) {
      info(endpoint, state, ApplicationState.DC, "data_center");
      info(endpoint, state, ApplicationState.RACK, "rack");
      flush();
    }

    private void savePeer(
        InetAddressAndPort endpoint, @Nullable EndpointState state, SortedSet<Long> done) {
      if (state != null) {
        // Cassandra has passed it over: the node was no member when it came.
        info(endpoint, state, ApplicationState.RELEASE_VERSION, "release_version");
      }
      SystemKeyspace.updatePeerInfo(endpoint, "host_id", host);
      SystemKeyspace.updateTokens(endpoint, Rings.tokens(done));
      flush();
    }

    private static void flush() {
      SystemKeyspace.forceBlockingFlush(
          List.of(SystemKeyspace.LEGACY_PEERS, SystemKeyspace.PEERS_V2).toArray(String[]::new));
    }

    private static void info(
        InetAddressAndPort endpoint, EndpointState state, ApplicationState key, String column) {
      VersionedValue value = state.getApplicationState(key);
      if (value != null) {
        SystemKeyspace.updatePeerInfo(endpoint, column, value.value);
      }
    }
  }
}
