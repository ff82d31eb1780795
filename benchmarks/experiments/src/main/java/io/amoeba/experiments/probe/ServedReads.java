package io.amoeba.experiments.probe;

/**
 * Separates reads for others from those that a joining node makes for itself, to warm up: the
 * table's counter has both. Before the node is a full member it coordinates nothing, so all reads
 * for others come from the network, through the stage for reads; after that, it makes none for
 * itself. Confined to one thread.
 */
final class ServedReads {
  private long own;

  /**
   * Reads for others until now.
   *
   * @param ofTable all reads of the table
   * @param ofStage tasks that the stage for reads has completed
   */
  long count(boolean member, long ofTable, long ofStage) {
    if (!member) {
      own = Math.max(0, ofTable - ofStage);
    }
    return Math.max(0, ofTable - own);
  }
}
