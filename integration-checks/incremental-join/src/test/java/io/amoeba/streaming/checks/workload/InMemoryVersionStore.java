package io.amoeba.streaming.checks.workload;

import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.VersionSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Three replicas in memory, which a test may make forgetful. Safe for concurrent use. */
class InMemoryVersionStore implements VersionStore {
  private static final List<Integer> REPLICAS = List.of(1, 2, 3);

  private final Map<String, Set<Integer>> copies = new ConcurrentHashMap<>();

  @Override
  public List<Integer> coordinators() {
    return REPLICAS;
  }

  @Override
  public void write(int coordinator, String key, int version, Level level)
      throws WriteRefusedException {
    REPLICAS.stream()
        .filter(replica -> keeps(replica, version))
        .forEach(replica -> copy(replica, key).add(version));
  }

  @Override
  public VersionSet read(int coordinator, String key, Level level) {
    Stream<Integer> asked = level == Level.ALL ? REPLICAS.stream() : REPLICAS.stream().limit(2);
    return VersionSet.of(
        asked.flatMap(replica -> copy(replica, key).stream()).collect(Collectors.toSet()));
  }

  @Override
  public List<Integer> replicas(String key) {
    return REPLICAS;
  }

  @Override
  public VersionSet readCopy(int replica, String key) {
    return VersionSet.of(copy(replica, key));
  }

  private Set<Integer> copy(int replica, String key) {
    return copies.computeIfAbsent(replica + key, absent -> ConcurrentHashMap.newKeySet());
  }

  /** Whether this replica keeps this version; a sound one keeps all. */
  boolean keeps(int replica, int version) {
    return true;
  }
}
