package io.amoeba.coordinator.operations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A journal that survives coordinators, as the JSON that a file would have. Safe for concurrent
 * use.
 */
public final class InMemoryOperationJournal implements OperationJournal {

  private Optional<ObjectNode> document = Optional.empty();
  private Consumer<Record> beforeWrite = state -> {};
  private Consumer<Record> afterWrite = state -> {};
  private Runnable beforeClear = () -> {};

  /** Runs before a state is written; what it throws, the writer gets, and nothing is written. */
  public synchronized void beforeWrite(Consumer<Record> event) {
    beforeWrite = event;
  }

  /** Runs when a state was written; what it throws, the writer gets. */
  public synchronized void afterWrite(Consumer<Record> event) {
    afterWrite = event;
  }

  /** The same for the end of an operation. */
  public synchronized void beforeClear(Runnable event) {
    beforeClear = event;
  }

  /** Whether an operation is open. */
  public synchronized boolean isOpen() {
    return document.isPresent();
  }

  @Override
  public synchronized Optional<Entry> open(Map<String, Class<? extends Record>> states) {
    return document.map(json -> OperationCodec.read(json, states));
  }

  @Override
  public synchronized void write(Entry entry) {
    beforeWrite.accept(entry.state());
    document = Optional.of(OperationCodec.write(entry));
    afterWrite.accept(entry.state());
  }

  @Override
  public synchronized void clear() {
    beforeClear.run();
    document = Optional.empty();
  }
}
