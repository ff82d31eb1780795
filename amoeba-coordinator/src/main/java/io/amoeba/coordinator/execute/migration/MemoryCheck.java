package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.monitor.ServerMemory;
import java.util.Optional;

/**
 * Whether a server may use the memory that a primary's keys take. A replica copies them beyond its
 * limit, and then, as a primary, would refuse writes or evict keys. Pure functions.
 */
final class MemoryCheck {

  private MemoryCheck() {}

  /** Why an empty server cannot take them, if so. */
  static Optional<String> beforeTheCopy(ServerSight primary, ServerSight server) {
    long keys = primary.memory().map(ServerMemory::dataBytes).orElse(0L);
    return server
        .memory()
        .filter(own -> hasLess(own, primary) && own.freeBytes().orElseThrow() < keys)
        .map(
            own ->
                "%s may use %d bytes more, and the keys of %s take %d: raise its maxmemory, or choose another server"
                    .formatted(server, own.freeBytes().orElseThrow(), primary, keys));
  }

  /** Why a replica that has copied them cannot take over, if so. */
  static Optional<String> afterTheCopy(ServerSight primary, ServerSight replica) {
    return replica
        .memory()
        .filter(own -> hasLess(own, primary) && own.usedBytes() > own.mostBytes().orElseThrow())
        .map(
            own ->
                "%s uses %d bytes, and may use %d as a primary: raise its maxmemory"
                    .formatted(replica, own.usedBytes(), own.mostBytes().orElseThrow()));
  }

  /** A primary that is at its own limit may go to a server with the same. */
  private static boolean hasLess(ServerMemory server, ServerSight primary) {
    if (server.mostBytes().isEmpty()) {
      return false;
    }
    long most = server.mostBytes().getAsLong();
    return primary.memory().stream().allMatch(own -> own.mostBytes().orElse(Long.MAX_VALUE) > most);
  }
}
