package io.amoeba.linearroad.report;

import io.amoeba.linearroad.run.RunResult;
import java.io.IOException;
import java.nio.file.Path;

/** stub */
public final class HtmlReport {
  private HtmlReport() {}

  /** Writes. */
  public static void write(RunResult result, Path file) throws IOException {}
}
