package io.amoeba.coordinator.lease;

/** The right to act on Flink and Redis. Safe for concurrent use. */
public interface Leadership {

  /** Of a coordinator that shares its work with nobody. */
  Leadership ALONE =
      new Leadership() {
        @Override
        public long term() {
          return 0;
        }

        @Override
        public void require() {}

        @Override
        public void confirm() {}
      };

  /** The term that this coordinator leads; 0: there are no terms. */
  long term();

  /**
   * To be called before and after whatever must not be done by two: costs a look at the clock.
   *
   * @throws NotLeading if the lease is over
   */
  void require();

  /**
   * To be called when a connection was opened and before anything is sent by it. A new leader ends
   * the connections of the one before it after it took its term, so one that it did not find was
   * opened later, and this looks later still.
   *
   * @throws NotLeading if another coordinator has taken a later term
   */
  void confirm();
}
