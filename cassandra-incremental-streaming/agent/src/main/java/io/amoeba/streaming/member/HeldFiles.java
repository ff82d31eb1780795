package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.HeldJoinCodec;
import io.amoeba.streaming.protocol.member.HeldStore;
import io.amoeba.streaming.ring.AgentDirectory;
import io.amoeba.streaming.ring.DurableFile;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Rings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
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

  /** What the disk says, by joining node. */
  static Map<InetAddressAndPort, HeldJoin> load() {
    Map<InetAddressAndPort, HeldJoin> all = new HashMap<>();
    for (Path file : files()) {
      all.put(endpoint(file), read(file));
    }
    return all;
  }

  static void delete() {
    files().forEach(file -> new DurableFile(file).delete());
  }

  private static List<Path> files() {
    Path directory = AgentDirectory.path();
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(HeldFiles::isOfAJoin).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory, e);
    }
  }

  private static boolean isOfAJoin(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PREFIX) && !name.endsWith(".next");
  }

  private static InetAddressAndPort endpoint(Path file) {
    String name = file.getFileName().toString();
    try {
      return InetAddressAndPort.getByName(name.substring(PREFIX.length()).replace('_', ':'));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(file + ": its name is not that of a node", e);
    }
  }

  private static HeldJoin read(Path file) {
    try {
      return HeldJoinCodec.decode(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    } catch (MalformedTextException e) {
      throw new IllegalStateException(
          file + " is damaged: restore it, or decommission this node's data and replace the node",
          e);
    }
  }

  static HeldStore of(InetAddressAndPort joining) {
    DurableFile file =
        new DurableFile(
            AgentDirectory.path().resolve(PREFIX + Rings.name(joining).replace(':', '_')));
    return new Store(joining, file);
  }

  private static final class Store implements HeldStore {

    private final InetAddressAndPort joining;
    private final DurableFile file;
    private SortedSet<Long> savedTokens = new TreeSet<>();
    private boolean placeSaved;

    Store(InetAddressAndPort joining, DurableFile file) {
      this.joining = joining;
      this.file = file;
    }

    @Override
    public void save(HeldJoin held) {
      SortedSet<Long> done = held.announcement().map(Announcement::done).orElseGet(TreeSet::new);
      EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(joining);
      if (held.announcement().isPresent() && !placeSaved && state != null) {
        savePlace(state);
        placeSaved = true;
      }
      if (!done.isEmpty() && !done.equals(savedTokens)) {
        savePeer(state, done);
        savedTokens = done;
      }
      file.write(HeldJoinCodec.encode(held));
    }

    /**
     * A restarted member shows pending tokens before gossip has told it anything; of a node in no
     * known data centre NetworkTopologyStrategy makes no replica, so that writes would miss it.
     */
    private void savePlace(EndpointState state) {
      info(state, ApplicationState.DC, "data_center");
      info(state, ApplicationState.RACK, "rack");
      flush();
    }

    private void savePeer(@Nullable EndpointState state, SortedSet<Long> done) {
      if (state != null) {
        // Cassandra has passed these over: the node was no member when they came.
        info(state, ApplicationState.RELEASE_VERSION, "release_version");
        GossipValues.host(state)
            .ifPresent(host -> SystemKeyspace.updatePeerInfo(joining, "host_id", host));
      }
      SystemKeyspace.updateTokens(joining, Rings.tokens(done));
      flush();
    }

    private static void flush() {
      SystemKeyspace.forceBlockingFlush(
          List.of(SystemKeyspace.LEGACY_PEERS, SystemKeyspace.PEERS_V2).toArray(String[]::new));
    }

    private void info(EndpointState state, ApplicationState key, String column) {
      VersionedValue value = state.getApplicationState(key);
      if (value != null) {
        SystemKeyspace.updatePeerInfo(joining, column, value.value);
      }
    }
  }
}
