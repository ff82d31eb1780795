package io.amoeba.hints.operator;

import io.amoeba.agentkit.beans.AgentAttributes;
import java.util.List;
import java.util.Map;

/** Read hints on one node: what it captured, sent, received and applied, and the switches. */
public interface ReadHintsMXBean extends AgentAttributes {

  String NAME = "io.amoeba:type=ReadHints";

  /** Counters since the start, by name. */
  Map<String, Long> getCounters();

  /** Reads and hints that were dropped, by reason. */
  Map<String, Long> getDropped();

  /** A line for each peer. */
  List<String> getPeers();

  /** Milliseconds from the sender's swap of its buffer to the replay of the newest batch. */
  long getLagMillis();

  /**
   * Nanoseconds of CPU time that making hints of reads and sending them took since the start,
   * sampled once a second; -1 if the JVM does not report it.
   */
  long getSenderCpuNanos();

  /** Different hints that are remembered for peers that ask. */
  int getHotSetSize();

  boolean isCapturing();

  void setCapturing(boolean on);

  /** Whether range reads are captured, too. */
  boolean isRangeReads();

  void setRangeReads(boolean on);

  boolean isApplying();

  void setApplying(boolean on);

  /** Percent of the arriving hints to apply, 0 to 100. */
  int getApplyPercent();

  void setApplyPercent(int percent);

  boolean isLoadShedding();

  void setLoadShedding(boolean on);

  /** Percent that the node's load allows at the moment. */
  int getLoadPercent();

  int getBufferEntries();

  void setBufferEntries(int entries);

  int getIntervalMillis();

  void setIntervalMillis(int millis);

  /** Fewer captured reads than this wait for more, 350 ms at the longest; 0: none does. */
  int getMinBatchSize();

  void setMinBatchSize(int reads);

  /** all, one, region-one or rack-one. */
  String getTargetPolicy();

  void setTargetPolicy(String policy);

  /** Keyspaces, and tables as keyspace.table, without hints. */
  List<String> getExcluded();

  /**
   * No hints of this keyspace, or of this table (keyspace.table), are captured or applied.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  void exclude(String keyspaceOrTable);

  /**
   * Undoes {@link #exclude}, by the same name.
   *
   * @throws IllegalArgumentException if it is not excluded
   */
  void include(String keyspaceOrTable);

  /** Asks all peers for their recent hot set; how many were asked. */
  int pullHotSet();

  /**
   * Asks all peers for their recent hot set, which they send most frequent first, and reads here
   * what they name. Returns when all of it was applied or dropped, or after the limit, at which the
   * rest becomes subject to the fraction of hints that is applied. Peers that end or do not answer
   * are not waited for.
   *
   * @param limitMillis 1 to 3600000
   * @param ranges token ranges of Murmur3Partitioner, as {@code left:right}, without the left end
   *     and with the right one, between commas; 1,000 at most. Empty for all that this node has or
   *     is about to have
   * @return how many reads were applied
   * @throws IllegalArgumentException for other limits and ranges
   */
  long pullHotSetAndWait(long limitMillis, String ranges);
}
