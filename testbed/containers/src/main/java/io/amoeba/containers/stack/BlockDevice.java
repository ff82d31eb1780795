package io.amoeba.containers.stack;

import io.amoeba.containers.engine.ContainerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The block device of a folder, for limits of reads. Stateless. */
public final class BlockDevice {
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final int NUMBER_FIELD = 2;
  private static final int MOUNT_POINT_FIELD = 4;

  private BlockDevice() {}

  /** The whole device, such as {@code /dev/sda}: engines limit no partitions. */
  public static String of(Path folder) {
    try {
      String number = number(folder.toRealPath(), Files.readAllLines(MOUNTS));
      Path device = Path.of("/sys/dev/block", number).toRealPath();
      boolean isPartition = Files.exists(device.resolve("partition"));
      Path whole = isPartition ? device.getParent() : device;
      return "/dev/" + (whole == null ? device : whole).getFileName();
    } catch (IOException e) {
      throw new ContainerException(
          "The block device of %s is not known, so reads cannot be limited (%s): let the engine keep its data on a disk of this machine"
              .formatted(folder, e),
          e);
    }
  }

  /** Major and minor number of the folder's file system. */
  static String number(Path folder, List<String> mountInfo) {
    String number = "";
    int depth = -1;
    for (String line : mountInfo) {
      String[] fields = line.split(" ", -1);
      Path mountPoint = Path.of(fields[MOUNT_POINT_FIELD]);
      // Of several at one place, the last one covers the others.
      if (folder.startsWith(mountPoint) && mountPoint.getNameCount() >= depth) {
        depth = mountPoint.getNameCount();
        number = fields[NUMBER_FIELD];
      }
    }
    return number;
  }
}
