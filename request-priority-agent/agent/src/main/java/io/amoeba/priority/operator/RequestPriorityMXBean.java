package io.amoeba.priority.operator;

import io.amoeba.agentkit.beans.AgentAttributes;
import java.util.List;
import java.util.Map;

/**
 * Request priority on one node: its figures, its settings, and why a request has its class. Setters
 * take effect with the next request and last until the node stops.
 */
public interface RequestPriorityMXBean extends AgentAttributes {

  String NAME = "io.amoeba:type=RequestPriority";

  /** Figures of the node, by name. Those of events are counted since the start. */
  Map<String, Long> getFigures();

  /** Figures of each class, by its name and theirs. */
  Map<String, Map<String, Long>> getClasses();

  /** A line for each user that has sent requests. */
  List<String> getUsers();

  /** False: all requests are served as without the agent, and held ones are released. */
  boolean isEnabled();

  void setEnabled(boolean on);

  /** act or observe. */
  String getMode();

  void setMode(String mode);

  /** auto, or a number of low requests in flight while high ones are active, 1 to 1024. */
  String getLowLimit();

  void setLowLimit(String limit);

  /** The upper end of the adaptive limit, 1 to 1024. */
  int getMaxLowLimit();

  void setMaxLowLimit(int requests);

  /** off, or auto: normal requests are limited, too, where limiting low ones is not enough. */
  String getNormalLimit();

  void setNormalLimit(String limit);

  /** High requests that must run before low ones are limited, 1 to 1000. */
  int getActivation();

  void setActivation(int requests);

  /** How long high requests count as active after they have ended, 0 to 10000 ms. */
  long getQuietTimeMillis();

  void setQuietTimeMillis(long millis);

  /** The adaptive limit's target for 95 % of the high tasks' waits, 50 to 100000 microseconds. */
  long getHopWaitTargetMicros();

  void setHopWaitTargetMicros(long micros);

  /** off, low, or high-and-low. */
  String getInlineLocal();

  void setInlineLocal(String classes);

  /** Whether low requests run on threads of their own. */
  boolean isOwnThreads();

  void setOwnThreads(boolean on);

  /** Whether tasks of higher classes come first in the queues of all executors. */
  boolean isTaskOrder();

  void setTaskOrder(boolean on);

  /** normal or low. */
  String getDefaultClass();

  void setDefaultClass(String name);

  /** high, normal or low; of clients of a node without authentication. */
  String getMaxAnonymousClass();

  void setMaxAnonymousClass(String name);

  /** warn or error. */
  String getOnUnauthorized();

  void setOnUnauthorized(String answer);

  /** Rules as name=class, with a blank between two. */
  String getApplications();

  void setApplications(String rules);

  /** Releases all held requests now; how many there were. */
  int releaseAll();

  /** Forgets latencies and waits; counters stay. */
  void resetLatencies();

  /**
   * What a request of a user would be served as, and which rule decides. May read roles.
   *
   * @param user ignored where nobody logs in
   * @param payload the request's class; empty: it has none
   */
  String explain(String user, String payload);

  /**
   * As {@link #explain}, of a request on a certain connection.
   *
   * @param application its application name; empty: none
   * @param startup the class in its STARTUP options; empty: none
   */
  String explainConnection(String user, String application, String startup, String payload);
}
