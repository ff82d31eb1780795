package io.amoeba.streaming.operator;

import io.amoeba.agentkit.beans.AgentAttributes;
import java.util.List;

/** The agent on one node: what it patched, its own join, and others' joins. Under JMX. */
public interface IncrementalJoinMXBean extends AgentAttributes {

  String NAME = "io.amoeba.streaming:type=IncrementalJoin";

  /** A number that is not known at the moment. */
  long UNKNOWN = -1;

  /**
   * Other nodes that join at the moment, as this member has applied their announcements, with what
   * they say of their progress.
   */
  List<String> getJoins();

  /** What this node's own join is at, or NONE. */
  String getPhase();

  int getStep();

  int getSteps();

  int getTokensDone();

  int getTokensTotal();

  long getEpoch();

  long getStepBytesDone();

  long getStepBytesTotal();

  /** Received since this start of the node, by all steps. */
  long getBytesDone();

  /**
   * About how many it will have received at the end, estimated from the steps whose senders have
   * announced the size of their data; {@link #UNKNOWN} before the first one has.
   */
  long getBytesTotal();

  /** Over the last half minute, or {@link #UNKNOWN}. */
  long getBytesPerSec();

  /** Until the remaining bytes have come at that rate; {@link #UNKNOWN} when none come. */
  long getEtaSeconds();

  List<String> getSenders();

  /** The next step, if it streams already while this one is warmed up and confirmed, or empty. */
  String getAhead();

  /** Members that are waited for, with the reason of each. */
  List<String> getMissing();

  String getReason();

  boolean isPaused();

  /** What this node's join heeds: clients, time, or a rate such as 8MiB/s; 0 is no limit. */
  String getPace();

  /** Holds at once; senders that stream go on. */
  void setPace(String pace);

  /** That all senders together may send, or {@link #UNKNOWN}: there is no limit. */
  long getPaceBytesPerSec();

  /** Of each sender's rate. */
  String getPaceReason();

  /** Other nodes' reads of ranges that are not this node's, since the start. */
  long getReadsRefused();

  /** States that other nodes have gossiped of joins, which cannot be true or be read. */
  long getStatesRefused();

  /** Stops this node's join before the next sender starts. False when it does not join. */
  boolean pause();

  boolean resume();
}
