package io.amoeba.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Records among other lines that a process prints: a word, then JSON. Immutable. */
public record JsonLines<T>(String word, Class<T> type) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RECENT = 20;

  /** Prints a record, at once. */
  public void print(PrintWriter out, T value) {
    out.println(text(value));
    out.flush();
  }

  public String text(T value) {
    try {
      return word + " " + JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The record of a line, if it has one.
   *
   * @throws ContainerException if the word is followed by something else
   */
  public Optional<T> parse(String line) {
    if (!line.startsWith(word + " ")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(line.substring(word.length()), type));
    } catch (JsonProcessingException e) {
      throw new ContainerException("A line is not valid: " + line, e);
    }
  }

  /** All records that a container has printed so far. */
  public List<T> all(Container container) {
    return parseAll(container.logTail(Integer.MAX_VALUE));
  }

  /** The newest record. */
  public Optional<T> newest(Container container) {
    return parseAll(container.logTail(RECENT)).stream().reduce((older, newer) -> newer);
  }

  private List<T> parseAll(String log) {
    return log.lines().map(this::parse).flatMap(Optional::stream).toList();
  }
}
