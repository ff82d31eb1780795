package io.amoeba.coordinator.operations;

import java.util.Map;
import java.util.Optional;

/**
 * Port to what outlives the coordinator: the state of the operation that is open. Used by one
 * thread at a time.
 */
public interface OperationJournal {

  /** Of a coordinator that carries out no operation. */
  OperationJournal NONE =
      new OperationJournal() {
        @Override
        public Optional<Entry> open(Map<String, Class<? extends Record>> states) {
          return Optional.empty();
        }

        @Override
        public void write(Entry entry) {
          throw new IllegalStateException("this coordinator has no journal of operations");
        }

        @Override
        public void clear() {}
      };

  /**
   * An operation that is open. Immutable.
   *
   * @param plan id of the plan that it carries out
   * @param kind of the operation
   */
  record Entry(String plan, String kind, Record state) {}

  /**
   * The operation that has begun and not ended.
   *
   * @param states class of the states, by kind of operation
   * @throws IllegalStateException if it cannot be read; the message says what to do
   */
  Optional<Entry> open(Map<String, Class<? extends Record>> states);

  /**
   * Notes a state; returns when it is durable.
   *
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  void write(Entry entry);

  /**
   * Nothing is open any more.
   *
   * @throws java.io.UncheckedIOException if that cannot be noted
   */
  void clear();
}
