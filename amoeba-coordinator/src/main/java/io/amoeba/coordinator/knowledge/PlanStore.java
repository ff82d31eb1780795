package io.amoeba.coordinator.knowledge;

/** Port to where plans outlive the coordinator. Called under the lock of the plans' owner. */
public interface PlanStore {

  /** Remembers nothing. */
  PlanStore NONE =
      new PlanStore() {
        @Override
        public PlanBook load() {
          return PlanBook.EMPTY;
        }

        @Override
        public void save(PlanBook book) {}
      };

  /**
   * What was saved last, the empty book if nothing was.
   *
   * @throws IllegalStateException if it cannot be read; the message names the remedy
   */
  PlanBook load();

  /**
   * Keeps the book; returns when it would survive a loss of power.
   *
   * @throws java.io.UncheckedIOException if it cannot be kept
   */
  void save(PlanBook book);
}
