package io.amoeba.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/**
 * How records of a type stand among other lines that a process prints: a word, then JSON.
 * Immutable.
 */
public record JsonLines<T>(String word, Class<T> type) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RECENT = 20;

  /** Prints a record, at once. */
  public void print(PrintWriter out, T value) {
    try {
      out.println(word + " " + JSON.writeValueAsString(value));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The record of a line, if it has one.
   *
   * @throws ContainerException if it begins like one and is none
   */
  public Optional<T> parse(String line) {
    if (!line.startsWith(word + " ")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(line.substring(word.length()), type));
    } catch (JsonProcessingException e) {
      throw new ContainerException("A line cannot be read: " + line, e);
    }
  }

  /** All that a container has printed so far. */
  public List<T> all(Container container) {
    return parseAll(container.logTail(Integer.MAX_VALUE));
  }

  /** The newest one. */
  public Optional<T> newest(Container container) {
    return parseAll(container.logTail(RECENT)).stream().reduce((older, newer) -> newer);
  }

  private List<T> parseAll(String log) {
    return log.lines().map(this::parse).flatMap(Optional::stream).toList();
  }
}
