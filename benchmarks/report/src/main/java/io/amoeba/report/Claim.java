package io.amoeba.report;

/** A statement with what was measured, for the end of a demo. Immutable. */
public record Claim(boolean holds, String text) {
  /** A line of its own. */
  public String line() {
    return "  %-6s %s%n".formatted(holds ? "holds" : "FAILS", text);
  }
}
