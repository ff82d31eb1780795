package io.amoeba.experiments.usage;

/** What a container has read from block devices since its start. Immutable. */
public record DiskReads(long operations, long bytes) {
  /** What came after an earlier state. */
  public DiskReads since(DiskReads earlier) {
    return new DiskReads(operations - earlier.operations, bytes - earlier.bytes);
  }
}
