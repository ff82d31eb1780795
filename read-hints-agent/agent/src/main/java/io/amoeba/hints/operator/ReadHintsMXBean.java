package io.amoeba.hints.operator;

import java.util.List;
import java.util.Map;

/** Read hints on one node: what it captured, sent, received and applied, and the switches. */
public interface ReadHintsMXBean {

  String NAME = "io.amoeba:type=ReadHints";

  String getAgentVersion();

  String getCassandraVersion();

  /** A line for each patched method. */
  List<String> getTargets();

  /** Counters since the start, by name. */
  Map<String, Long> getCounters();

  /** Reads and hints that were dropped, by reason. */
  Map<String, Long> getDropped();

  /** A line for each peer. */
  List<String> getPeers();

  /** Milliseconds from the sender's swap of its buffer to the replay of the newest batch. */
  long getLagMillis();

  /** Different hints that are remembered for peers that ask. */
  int getHotSetSize();

  boolean isCapturing();

  void setCapturing(boolean on);

  boolean isApplying();

  void setApplying(boolean on);

  /** Percent of the arriving hints to apply, 0 to 100. */
  int getApplyPercent();

  void setApplyPercent(int percent);

  boolean isAutomaticStrain();

  void setAutomaticStrain(boolean on);

  /** Percent that the node's load allows at the moment. */
  int getStrainPercent();

  int getBufferEntries();

  void setBufferEntries(int entries);

  int getIntervalMillis();

  void setIntervalMillis(int millis);

  /** all, one, region-one or rack-one. */
  String getTargetPolicy();

  void setTargetPolicy(String policy);

  /** Keyspaces, and tables as keyspace.table, without hints. */
  List<String> getExcluded();

  /** No hints of this keyspace, or of this table (keyspace.table), are captured or applied. */
  void exclude(String keyspaceOrTable);

  void include(String keyspaceOrTable);

  /** Asks all peers for their recent hot set; how many were asked. */
  int pullHotSet();
}
