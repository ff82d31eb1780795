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

  private DocumentLimits() {}
}
