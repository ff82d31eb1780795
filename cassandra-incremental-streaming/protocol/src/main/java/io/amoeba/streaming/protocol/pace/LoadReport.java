package io.amoeba.streaming.protocol.pace;

import java.util.Optional;

/** What a node gossips for the pace of joins: a member its load, a joining node its pace. */
public record LoadReport(SenderFigures figures, Optional<PaceReport> pace) {

  /** Of a node beside which none joins. */
  public static final LoadReport NOTHING = new LoadReport(SenderFigures.UNKNOWN, Optional.empty());

  /** Of a member. */
  public static LoadReport of(SenderFigures figures) {
    return new LoadReport(figures, Optional.empty());
  }

  /** Of a joining node. */
  public static LoadReport of(PaceReport pace) {
    return new LoadReport(SenderFigures.UNKNOWN, Optional.of(pace));
  }
}
