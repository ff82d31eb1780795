package io.amoeba.coordinator.http;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.knowledge.Mode;
import java.util.List;
import java.util.Optional;

/** Serves the page with an invented history, for people who work on its looks. */
final class PagePreview {

  private PagePreview() {}

  /** Arguments: port, nodes, whether the alignment has happened already; and whether no job is. */
  public static void main(String[] args) throws InterruptedException {
    int port = Integer.parseInt(args[0]);
    int nodes = Integer.parseInt(args[1]);
    boolean aligned = Boolean.parseBoolean(args[2]);
    try (Fixture fixture = new Fixture(Fixture.on(port, List.of(), Optional.empty()))) {
      fixture.storeAlone = args.length > 3 && Boolean.parseBoolean(args[3]);
      Sight sight = InventedHistory.of(fixture, nodes, 420, aligned);
      fixture.knowledge.setMode(Mode.PROPOSE);
      fixture.board.review(Mode.PROPOSE, sight);
      while (!Thread.currentThread().isInterrupted()) {
        fixture.report(nodes, aligned ? 1 : 0, aligned ? 1 : 0);
        Thread.sleep(1_000);
      }
    }
  }
}
