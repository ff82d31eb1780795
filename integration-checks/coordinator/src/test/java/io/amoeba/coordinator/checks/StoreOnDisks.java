package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.amoeba.embedded.disk.PoweredDisks;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A {@link RealStore} whose servers have a disk each, with their append-only files and their views
 * of the cluster. A loss of power takes what they have not forced to it. Confined to one thread.
 */
final class StoreOnDisks implements AutoCloseable {

  private static final int MEBIBYTES = 64;

  final RealStore store;
  private final PoweredDisks disks;

  private StoreOnDisks(RealStore store, PoweredDisks disks) {
    this.store = store;
    this.disks = disks;
  }

  /**
   * Starts it with these lines of configuration. The check is skipped where no disk can be mounted.
   *
   * @param folder gets a folder for each disk
   */
  static StoreOnDisks start(Path folder, Map<String, String> config) throws IOException {
    Optional<PoweredDisks> mounted = PoweredDisks.mount(folder, RealStore.ROOM, MEBIBYTES);
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    PoweredDisks disks = mounted.orElseThrow();
    try {
      RedisSettings settings = new RedisSettings(64, config).withDataFolders(disks::folder);
      return new StoreOnDisks(RealStore.start(settings), disks);
    } catch (RuntimeException e) {
      disks.close();
      throw e;
    }
  }

  /** The machines of these servers lose power at the same moment. */
  void losePower(Integer... nodes) {
    disks.losePower(
        Arrays.stream(nodes)
            .collect(Collectors.toMap(Function.identity(), node -> store.server(node).process())));
  }

  /** The servers run again, from what is on their disks. */
  void startAgain(Integer... nodes) {
    store.redis().startAgain(Arrays.asList(nodes));
  }

  /**
   * Takes all that is free on a server's disk.
   *
   * @return the file to delete for room
   */
  Path fill(int node) throws IOException {
    return disks.ofNode(node).fill();
  }

  @Override
  public void close() throws IOException {
    store.close();
    disks.close();
  }
}
