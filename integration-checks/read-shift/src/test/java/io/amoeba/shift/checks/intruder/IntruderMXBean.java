package io.amoeba.shift.checks.intruder;

/** How a test makes a node gossip anything, and ends a thread of it. */
public interface IntruderMXBean {

  String NAME = "io.amoeba.checks:type=Intruder";

  /** Gossips this text as the state of the node's read shift. */
  void gossip(String text);

  /** Interrupts the thread of this name. */
  void interrupt(String thread);
}
