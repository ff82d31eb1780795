package io.amoeba.experiments.ycsb;

/** A row that was written at this consistency level could not be read. */
final class MissingRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissingRowException(String key) {
    super("The row '" + key + "' was written, but a read does not find it");
  }
}
