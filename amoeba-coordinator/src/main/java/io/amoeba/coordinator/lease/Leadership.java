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
   * To be called before whatever must not be done by two: costs a look at the clock. A machine that
   * is suspended counts none of that time, so this alone is not enough for what others build on.
   *
   * @throws NotLeading if the lease is over
   */
  void require();

  /**
   * Looks into the store of terms, whatever the clock says. To be called
   *
   * <ul>
   *   <li>when a connection was opened and before anything is sent by it: a new leader ends the
   *       connections of the one before it after it took its term, so one that it did not find was
   *       opened later, and this looks later still;
   *   <li>when an order was kept and before anybody is told so: a new leader reads what was kept
   *       after it took its term, so it has read the order if this finds no later term;
   *   <li>before a command that starts a server or changes a job, which no new leader can end.
   * </ul>
   *
   * @throws NotLeading if another coordinator has taken a later term
   * @throws java.io.UncheckedIOException if the store cannot be reached
   */
  void confirm();
}
