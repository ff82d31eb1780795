package io.amoeba.hints.protocol.batch;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The different selections of a table's hints, numbered from 1. Confined to one thread. */
final class SelectionDictionary {

  private final Map<ByteBuffer, Integer> numbers = new LinkedHashMap<>();

  SelectionDictionary(List<ReadHint> hints) {
    for (ReadHint hint : hints) {
      if (hint.selection().length > 0) {
        numbers.putIfAbsent(ByteBuffer.wrap(hint.selection()), numbers.size() + 1);
      }
    }
  }

  boolean isEmpty() {
    return numbers.isEmpty();
  }

  int number(byte[] selection) {
    return numbers.getOrDefault(ByteBuffer.wrap(selection), 0);
  }

  void write(ByteWriter out) {
    out.writeUnsigned(numbers.size());
    for (ByteBuffer selection : numbers.keySet()) {
      out.writeUnsigned(selection.capacity());
      out.writeBytes(selection.array(), 0, selection.capacity());
    }
  }
}
