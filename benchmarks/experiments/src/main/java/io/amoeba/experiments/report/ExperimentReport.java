package io.amoeba.experiments.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** What an experiment showed. */
public interface ExperimentReport {
  /** For a terminal. */
  String text();

  /** For programs. */
  ObjectNode json();

  /** A whole HTML page, with plots. */
  String page() throws IOException;
}
