package io.amoeba.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/** What an experiment showed. */
public interface ExperimentReport {
  /** For a terminal. */
  String text();

  /** For programs, and for the page's plots. */
  ObjectNode json();

  /** The resource that {@link #page()} fills. */
  String template();

  /** Whether all that must hold, whatever the figures are, did. */
  default boolean holds() {
    return true;
  }

  /** A whole HTML page, with plots. */
  default String page() throws IOException {
    return Page.of(
        template(), Map.of("machine", MachineLine.text(), "summary", text().strip()), json());
  }
}
