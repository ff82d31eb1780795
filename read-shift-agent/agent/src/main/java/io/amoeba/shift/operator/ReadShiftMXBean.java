package io.amoeba.shift.operator;

import io.amoeba.agentkit.beans.AgentAttributes;
import java.util.Map;

/** Announced background work on one node, and whether reads leave it meanwhile. */
public interface ReadShiftMXBean extends AgentAttributes {

  String NAME = "io.amoeba:type=ReadShift";

  /**
   * Announces background work, such as a backup. Announced again, it changes when the work ends.
   * Reads return when it is withdrawn, or after this time.
   *
   * @param seconds that it takes at most: 1 … 86400
   * @return {@code shifted}, or {@code reads stay: …} with the reason; the work may start either
   *     way
   * @throws IllegalArgumentException for other times
   * @throws IllegalStateException if the agent has failed
   */
  String announce(long seconds);

  /**
   * As {@link #announce}, and disconnects all CQL clients while reads are shifted, as nodetool
   * disablebinary does.
   *
   * @param seconds 60 … 86400, as clients connect twice
   */
  String announceAndDrain(long seconds);

  /**
   * The announced work has ended: reads return when the caches are warm.
   *
   * @return false if no work was announced
   */
  boolean withdraw();

  /** quiet, announced, shifted or returning. */
  String getPhase();

  /** Why reads stay although work is announced; empty: nothing keeps them. */
  String getObstacle();

  /** Figures of the node, by name. Those of events are counted since the start. */
  Map<String, Long> getFigures();

  /** off, auto or always. */
  String getSeverity();

  /** Takes effect at once, and lasts until the node stops. */
  void setSeverity(String mode);

  /** Whether large compactions wait for their rack's turn. */
  boolean isTurns();

  /** Off: compactions that wait start within a second. Lasts until the node stops. */
  void setTurns(boolean on);

  /** Whose turn it is: own, other (also in the gap), or none where racks take no turns. */
  String getTurnOf();

  /** The rack whose turn it is; empty: nobody's, or racks take no turns. */
  String getTurnRack();

  /** Tables whose large compaction waits: since and until when, and for what. */
  Map<String, String> getPostponedTables();
}
