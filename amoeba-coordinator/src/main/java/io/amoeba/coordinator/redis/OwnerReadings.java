package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.monitor.DisownedHashSlots;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.OwnerView;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hash slots that nobody serves although primaries believe that another one does, by the views of
 * all primaries, asked for from time to time. Confined to one thread.
 */
final class OwnerReadings implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OwnerReadings.class);

  private static final Duration AGE = Duration.ofSeconds(10);

  private final RedisSettings settings;
  private final NodeConnections connections;
  private long readNanos = System.nanoTime() - AGE.toNanos();

  /** Found by the last reading; then the next one comes at the next look. */
  private BitSet suspected = new BitSet();

  private List<DisownedHashSlots> disowned = List.of();

  OwnerReadings(RedisSettings settings) {
    this.settings = settings;
    this.connections = new NodeConnections(new RedisLogin(settings));
  }

  /*
   * Primaries answer one after the other, so that a hash slot that moves meanwhile may seem to have no
   * owner. One that seems so in two readings has none: it is not moved to and fro that fast.
   */

  /**
   * What is known now.
   *
   * @param known nodes that one of them knows
   */
  List<DisownedHashSlots> of(List<ClusterNodesLine> known) {
    long now = System.nanoTime();
    if (suspected.isEmpty() && now - readNanos < AGE.toNanos()) {
      return disowned;
    }
    readNanos = now;
    List<OwnerView> views = views(known);
    BitSet found = DisownedHashSlots.unserved(views);
    BitSet confirmed = (BitSet) found.clone();
    confirmed.and(suspected);
    suspected = found;
    disowned = DisownedHashSlots.of(views, confirmed);
    return disowned;
  }

  /** All are asked before any is waited for; one that is thought down is not. */
  private List<OwnerView> views(List<ClusterNodesLine> known) {
    Map<ServerAddress, RedisFuture<String>> asked = new LinkedHashMap<>();
    for (ClusterNodesLine line : known) {
      ServerAddress node = new ServerAddress(line.host(), line.port());
      if (line.isKnownPrimary() && !line.isFailing()) {
        try {
          asked.put(node, connections.connect(node).async().clusterNodes());
        } catch (RedisException | UncheckedIOException e) {
          lose(node, e);
        }
      }
    }
    List<OwnerView> views = new ArrayList<>();
    asked.forEach(
        (node, answer) -> {
          try {
            String text =
                LettuceFutures.awaitOrCancel(
                    answer, settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
            view(node, ClusterNodesLine.parse(text, node.host()), views);
          } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
            lose(node, e);
          }
        });
    return views;
  }

  /** A replica's view comes late. */
  private static void view(
      ServerAddress node, List<ClusterNodesLine> lines, List<OwnerView> views) {
    Map<String, List<HashSlotSpan>> owners = new HashMap<>();
    lines.stream()
        .filter(line -> !line.hashSlots().isEmpty())
        .forEach(line -> owners.put(line.id(), line.hashSlots()));
    lines.stream()
        .filter(line -> line.flags().contains("myself") && line.flags().contains("master"))
        .findFirst()
        .ifPresent(own -> views.add(new OwnerView(own.id(), node.toString(), owners)));
  }

  private void lose(ServerAddress node, RuntimeException cause) {
    connections.disconnect(node);
    LOG.debug(
        "{} does not report the owners of hash slots: {}", node, RedisLogin.rootMessage(cause));
  }

  @Override
  public void close() {
    connections.close();
  }
}
