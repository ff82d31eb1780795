package io.amoeba.streaming.protocol.pace;

/** Why a sender has the rate that it has. */
public enum PaceReason {
  STARTS("starts slowly, until its figures are known"),
  NO_FIGURES("sends no figures: it is silent, or runs an older agent"),
  OVERLOAD("slowed down sharply: its clients wait much longer than before the join"),
  CLIENTS_SLOWER("slowed down: its clients are slower than before the join"),
  SHARE_USED("slowed down: it is busy, and the join uses its share of the CPUs"),
  LOWEST("sends at the slowest rate: its clients are slower than before, but the join has to end"),
  JOINING_NODE_BUSY("keeps its rate: the joining node serves reads, and has no CPU to spare"),
  SENDS_NO_FASTER("keeps its rate: it does not send as fast as it may"),
  BALANCED("keeps its rate: its clients feel as much of the join as they may"),
  ROOM("gets faster: its clients feel nothing of the join"),
  SPARE("gets faster quickly: it has CPU to spare");

  private final String words;

  PaceReason(String words) {
    this.words = words;
  }

  /** About the sender, for people. */
  public String words() {
    return words;
  }
}
