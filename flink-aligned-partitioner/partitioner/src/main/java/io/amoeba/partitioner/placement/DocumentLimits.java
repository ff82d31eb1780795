package io.amoeba.partitioner.placement;

/**
 * What a placement document may hold: task managers refuse more, so that coordinators write no
 * more. Stateless. Source: placement protocol, "Limits of documents".
 */
public final class DocumentLimits {

  /** Many times what a document of some thousand subtasks takes. */
  public static final int MAX_BYTES = 4 << 20;

  /** Each edge takes 64 KiB of memory for its map. */
  public static final int MAX_EDGES = 256;

  /** Flink's upper bound of subtasks, of which an edge's lists have one element each. */
  public static final int MAX_PARALLELISM = 32_768;

  private DocumentLimits() {}
}
