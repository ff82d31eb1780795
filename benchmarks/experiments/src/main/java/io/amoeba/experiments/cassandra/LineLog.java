package io.amoeba.experiments.cassandra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.util.List;
import java.util.Optional;

/**
 * The records that a container writes as lines, each a word and JSON, among other lines. Immutable.
 *
 * @param start what such a line begins with
 */
public record LineLog<T>(Container container, String start, Class<T> type) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RECENT = 20;

  /** All records so far. */
  public List<T> all() {
    return records(container.logTail(Integer.MAX_VALUE));
  }

  /** The newest one. */
  public Optional<T> newest() {
    List<T> recent = records(container.logTail(RECENT));
    return recent.isEmpty() ? Optional.empty() : Optional.of(recent.get(recent.size() - 1));
  }

  private List<T> records(String log) {
    return log.lines().filter(line -> line.startsWith(start)).map(this::read).toList();
  }

  private T read(String line) {
    try {
      return JSON.readValue(line.substring(start.length()), type);
    } catch (JsonProcessingException e) {
      throw new ContainerException(
          "%s wrote a line that cannot be read: %s".formatted(container, line), e);
    }
  }
}
