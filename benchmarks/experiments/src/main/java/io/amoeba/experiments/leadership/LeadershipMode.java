package io.amoeba.experiments.leadership;

import java.util.List;
import java.util.stream.Stream;

/** Which server works, and who leads meanwhile. */
enum LeadershipMode {
  /** The primary works while it leads. */
  STOCK("stock", Setup.PLAIN, false),
  /** The same; its child processes are kept off the serving thread's CPU. */
  CPULIST("cpulist", Setup.CPULIST, false),
  /** A replica leads meanwhile, after a manual failover. */
  MANUAL("manual", Setup.PLAIN, true),
  /** The same; the coordinator moves the lead. */
  MOVED("moved", Setup.PLAIN, true),
  /** As manual, with a replica on the primary's node. */
  SAME_NODE("same-node", Setup.SAME_NODE, true);

  /** Servers on which a mode can be measured. */
  enum Setup {
    PLAIN,
    CPULIST,
    SAME_NODE
  }

  private final String text;
  private final Setup setup;
  private final boolean movesLead;

  LeadershipMode(String text, Setup setup, boolean movesLead) {
    this.text = text;
    this.setup = setup;
    this.movesLead = movesLead;
  }

  /** With what all others are compared, and these. */
  static List<LeadershipMode> withStock(List<LeadershipMode> modes) {
    return Stream.concat(Stream.of(STOCK), modes.stream()).distinct().toList();
  }

  Setup setup() {
    return setup;
  }

  /** Whether the primary does not work while it leads. */
  boolean movesLead() {
    return movesLead;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return text;
  }
}
