package io.amoeba.embedded.disk;

import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@link PoweredDisk} for each node of a cluster, numbered from 1. Close it after the servers.
 * Confined to one thread.
 */
public final class PoweredDisks implements AutoCloseable {

  private final List<PoweredDisk> disks = new ArrayList<>();

  private PoweredDisks() {}

  /**
   * Makes empty disks.
   *
   * @param parent gets a folder for each node
   * @return empty where none can be mounted
   */
  public static Optional<PoweredDisks> mount(Path parent, int nodes, int mebibytes)
      throws IOException {
    PoweredDisks mounted = new PoweredDisks();
    try {
      for (int node = 1; node <= nodes; node++) {
        Optional<PoweredDisk> disk =
            PoweredDisk.mount(parent.resolve(Integer.toString(node)), mebibytes);
        if (disk.isEmpty()) {
          mounted.close();
          return Optional.empty();
        }
        mounted.disks.add(disk.get());
      }
      return Optional.of(mounted);
    } catch (IOException | RuntimeException e) {
      mounted.close();
      throw e;
    }
  }

  /** The disk of a node. */
  public PoweredDisk ofNode(int node) {
    return disks.get(node - 1);
  }

  /** Where the disk of a node is mounted. */
  public Path folder(int node) {
    return ofNode(node).folder();
  }

  /**
   * Machines lose power at the same moment: their servers end, and what they have not forced to
   * their disks is gone. Afterwards the disks are mounted again, and servers can be started.
   *
   * @param servers of each machine, by node
   */
  public void losePower(Map<Integer, ServerProcess> servers) {
    // A force that is under way when the disk goes may still succeed: nobody may hear of that.
    servers.values().forEach(ServerProcess::pause);
    try {
      for (int node : servers.keySet()) {
        ofNode(node).cutPower();
      }
      servers.values().forEach(ServerProcess::kill);
      for (int node : servers.keySet()) {
        ofNode(node).restorePower();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot cut the power of " + servers.keySet(), e);
    }
  }

  /** Removes all that can be removed. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (PoweredDisk disk : disks) {
      try {
        disk.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
