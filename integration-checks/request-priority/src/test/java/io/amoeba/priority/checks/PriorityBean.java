package io.amoeba.priority.checks;

import io.amoeba.embedded.cassandra.CassandraNode;

/** The agent's bean of one node. Safe for concurrent use. */
record PriorityBean(CassandraNode node) {

  static final String NAME = "io.amoeba:type=RequestPriority";

  void set(String attribute, Object value) {
    node.jmx().setAttribute(NAME, attribute, value);
  }

  Object get(String attribute) {
    return node.jmx().attribute(NAME, attribute);
  }

  /** As the node was started. */
  void reset() {
    set("Enabled", true);
    set("Mode", "act");
    set("LowLimit", "1");
    set("HopWaitTargetMicros", 250L);
    set("QuietTimeMillis", 50L);
    set("InlineLocal", "low");
    set("OwnThreads", true);
    set("TaskOrder", true);
    set("NormalLimit", "off");
  }
}
