package io.amoeba.streaming.checks.scenario;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.NodeJmx;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;

/** The agent's MBean on one node, as operators use it. Immutable. */
record JoinBean(CassandraNode node) {
  private static final String NAME = "io.amoeba.streaming:type=IncrementalJoin";
  private static final List<String> NUMBERS_AND_WORDS =
      List.of(
          "Phase",
          "Step",
          "Steps",
          "Epoch",
          "TokensDone",
          "TokensTotal",
          "StepBytesDone",
          "StepBytesTotal",
          "BytesDone",
          "BytesTotal",
          "BytesPerSec",
          "EtaSeconds",
          "Paused",
          "Pace",
          "PaceBytesPerSec",
          "PaceReason",
          "ReadsRefused",
          "Reason");
  private static final List<String> LISTS = List.of("Senders", "Missing", "Joins");

  private static final String METRICS = "org.apache.cassandra.metrics:type=IncrementalJoin,name=";

  private NodeJmx jmx() {
    return node.jmx();
  }

  boolean isThere() {
    return jmx().hasBean(NAME);
  }

  private Object attribute(String attribute) {
    return jmx().attribute(NAME, attribute);
  }

  String phase() {
    return (String) attribute("Phase");
  }

  String reason() {
    return (String) attribute("Reason");
  }

  int tokensDone() {
    return (Integer) attribute("TokensDone");
  }

  /** Of the whole join, since this start. */
  long bytesDone() {
    return (Long) attribute("BytesDone");
  }

  /** One of the agent's gauges among Cassandra's metrics. */
  long metric(String name) {
    return (Long) jmx().attribute(METRICS + name, "Value");
  }

  String pace() {
    return (String) attribute("Pace");
  }

  String paceReason() {
    return (String) attribute("PaceReason");
  }

  void setPace(String pace) {
    jmx().setAttribute(NAME, "Pace", pace);
  }

  /** Members that the join waits for. */
  List<String> missing() {
    return List.of((String[]) attribute("Missing"));
  }

  /** Other nodes' joins, as this node holds them. */
  List<String> joins() {
    return List.of((String[]) attribute("Joins"));
  }

  boolean pause() {
    return (Boolean) jmx().invoke(NAME, "pause");
  }

  boolean resume() {
    return (Boolean) jmx().invoke(NAME, "resume");
  }

  /** Waits until the join has done this many tokens. */
  void awaitTokensDone(int count, Duration limit) {
    node.process().awaitReady(limit, () -> tokensDone() >= count);
  }

  void awaitPhase(String phase, Duration limit) {
    node.process().awaitReady(limit, () -> phase().equals(phase));
  }

  /** All attributes, a line each. */
  String describe() {
    StringJoiner lines = new StringJoiner("\n");
    NUMBERS_AND_WORDS.forEach(name -> lines.add("  " + name + " = " + attribute(name)));
    LISTS.forEach(name -> lines.add("  " + name + " = " + List.of((String[]) attribute(name))));
    return lines.toString();
  }
}
