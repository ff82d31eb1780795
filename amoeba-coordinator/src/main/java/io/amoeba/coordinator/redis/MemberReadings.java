package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.members.MemberFit;
import io.amoeba.coordinator.members.MemberTraits;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How members without hash slots compare with the others, from time to time, and at once when other
 * servers have none. While every primary owns some, nobody is asked. Confined to one thread.
 */
final class MemberReadings {

  private static final Logger LOG = LoggerFactory.getLogger(MemberReadings.class);

  /** What is mended is seen after so long; changes are checked again when they begin. */
  private static final Duration AGE = Duration.ofSeconds(30);

  private final NodeConnections connections;
  private final Map<String, MemberFit> fits = new HashMap<>();
  private Set<String> asked = Set.of();
  private long readNanos;

  MemberReadings(NodeConnections connections) {
    this.connections = connections;
  }

  /** The same empty members with how they compare, as far as they answer. */
  List<Primary> of(List<Primary> owners, List<Primary> empty) {
    Set<String> ids = empty.stream().map(Primary::id).collect(Collectors.toSet());
    long now = System.nanoTime();
    if (!ids.equals(asked) || now - readNanos >= AGE.toNanos()) {
      asked = ids;
      readNanos = now;
      fits.clear();
      if (!empty.isEmpty()) {
        List<MemberTraits> told = owners.stream().flatMap(owner -> ask(owner).stream()).toList();
        empty.forEach(
            member ->
                ask(member).ifPresent(traits -> fits.put(member.id(), MemberFit.of(traits, told))));
      }
    }
    return empty.stream()
        .map(member -> member.withFit(Optional.ofNullable(fits.get(member.id()))))
        .toList();
  }

  private Optional<MemberTraits> ask(Primary primary) {
    ServerAddress node = primary.address();
    try (StatefulRedisConnection<String, String> connection = connections.connectOnce(node)) {
      return Optional.of(TraitsReader.read(node.toString(), connection.sync()));
    } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
      LOG.debug("{} does not report its data other than keys: {}", node, RedisLogin.rootMessage(e));
      return Optional.empty();
    }
  }
}
