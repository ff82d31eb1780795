package io.amoeba.experiments.cassandra;

import io.amoeba.containers.stack.Container;

/**
 * What a container has read from block devices since its start, as its control group counts it.
 * Immutable.
 */
public record DiskReads(long operations, long bytes) {
  private static final String BOTH_VERSIONS =
      "cat /sys/fs/cgroup/io.stat 2>/dev/null || {"
          + " sed 's/^/serviced /' /sys/fs/cgroup/blkio/blkio.throttle.io_serviced;"
          + " sed 's/^/bytes /' /sys/fs/cgroup/blkio/blkio.throttle.io_service_bytes; }";

  private static final int FIELDS_V1 = 4;

  /** Until now. */
  public static DiskReads of(Container container) {
    return parse(container.exec("sh", "-c", BOTH_VERSIONS));
  }

  /**
   * Of the file of version 2 of control groups, or those of version 1 with a word before each line.
   */
  static DiskReads parse(String lines) {
    long operations = 0;
    long bytes = 0;
    for (String line : lines.lines().toList()) {
      String[] fields = line.strip().split(" +", -1);
      if (fields.length == FIELDS_V1 && fields[2].equals("Read")) {
        long count = Long.parseLong(fields[FIELDS_V1 - 1]);
        operations += fields[0].equals("serviced") ? count : 0;
        bytes += fields[0].equals("bytes") ? count : 0;
      }
      for (String field : fields) {
        operations += field.startsWith("rios=") ? number(field) : 0;
        bytes += field.startsWith("rbytes=") ? number(field) : 0;
      }
    }
    return new DiskReads(operations, bytes);
  }

  private static long number(String field) {
    return Long.parseLong(field.substring(field.indexOf('=') + 1));
  }

  /** What came after an earlier state. */
  public DiskReads since(DiskReads earlier) {
    return new DiskReads(operations - earlier.operations, bytes - earlier.bytes);
  }
}
