package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** What was seen of the Redis node behind one address. Immutable. */
public sealed interface RedisNode {

  /** {@code host:port} by which it was asked. */
  String address();

  /** Whether {@code redis.endpoints} names this address; otherwise a node announced it. */
  boolean configured();

  /** It could not be connected to. */
  record Silent(String address, boolean configured, String reason) implements RedisNode {}

  /** It answered, but let nobody in. */
  record Locked(String address, boolean configured, String reason) implements RedisNode {}

  /**
   * It answered.
   *
   * @param info fields of INFO
   * @param clusterInfo fields of CLUSTER INFO
   * @param settings from CONFIG GET, as far as doctors ask for them
   * @param view what CLUSTER NODES says; empty: it was refused
   * @param refused answers to commands that were refused, by command
   */
  record Answering(
      String address,
      boolean configured,
      Map<String, String> info,
      Map<String, String> clusterInfo,
      Map<String, String> settings,
      Optional<ServerView> view,
      Map<String, String> refused)
      implements RedisNode {

    public Answering {
      info = Map.copyOf(info);
      clusterInfo = Map.copyOf(clusterInfo);
      settings = Map.copyOf(settings);
      refused = Map.copyOf(refused);
    }

    /** All nodes that it knows, itself among them. */
    public Collection<KnownServer> known() {
      return view.map(ServerView::known).orElse(Map.of()).values();
    }

    /** What it says of itself. */
    public Optional<KnownServer> myself() {
      return view.map(ServerView::own);
    }

    /** Whether it was asked at the address that it announces. */
    boolean isAnnounced() {
      return myself().filter(own -> own.address().toString().equals(address)).isPresent();
    }

    /** Whether it tells its settings; managed servers may have no CONFIG. */
    public boolean tellsSettings() {
      return !refused.containsKey("CONFIG GET");
    }

    /** Whether it answered INFO. */
    boolean tellsInfo() {
      return !refused.containsKey("INFO");
    }

    /** A whole number of INFO, if it is there. */
    Optional<Long> number(String field) {
      return WholeNumber.of(info.get(field));
    }

    /** A whole number of the settings, if it is there. */
    Optional<Long> setting(String name) {
      return WholeNumber.of(settings.get(name));
    }
  }
}
