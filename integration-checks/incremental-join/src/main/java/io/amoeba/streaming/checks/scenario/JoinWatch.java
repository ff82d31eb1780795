package io.amoeba.streaming.checks.scenario;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.process.ServerException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows a joining node by what the agent logs: one line whenever step or phase change. */
final class JoinWatch {

  /** Not those of steps that stream ahead: the steps before them are not done. */
  private static final Pattern LINE =
      Pattern.compile("Incremental join: step (\\d+) of (\\d+), epoch \\d+: ([A-Z_]++)(?!; ahead)");

  private static final String FINISHED = "FINISHED";
  private static final String READS =
      "org.apache.cassandra.metrics:type=Table,keyspace=checks,scope=versions,name=ReadLatency";
  private static final String READ_STAGE =
      "org.apache.cassandra.metrics:type=ThreadPools,path=request,scope=ReadStage,name=CompletedTasks";

  private final CassandraNode joiningNode;
  private final long from;

  /** Follows what the node logs from now on. */
  JoinWatch(CassandraNode joiningNode) {
    this.joiningNode = joiningNode;
    this.from = joiningNode.logBytes();
  }

  /**
   * Waits until the join has been in this phase of this step or a later one.
   *
   * @throws ServerException if the node ends before that, it takes longer, or the join is finished
   *     without such a moment
   */
  void awaitPhase(JoinPoint point, Duration limit) {
    JoinPoint end = new JoinPoint(1, FINISHED);
    joiningNode.process().awaitReady(limit, () -> reached(log(), point) || reached(log(), end));
    if (!reached(log(), point)) {
      throw new ServerException(
          "The join was finished without " + point + " in the joining node's log");
    }
  }

  /** Whether the join has been in this phase of this step or a later one. */
  boolean hasReached(JoinPoint point) {
    return reached(log(), point);
  }

  private String log() {
    return joiningNode.logSince(from);
  }

  static boolean reached(String log, JoinPoint point) {
    Matcher line = LINE.matcher(log);
    while (line.find()) {
      if (Integer.parseInt(line.group(1)) >= point.step() && line.group(3).equals(point.phase())) {
        return true;
      }
    }
    return false;
  }

  /** How many steps the join has; 0 if none was logged. */
  int steps() {
    Matcher line = LINE.matcher(log());
    return line.find() ? Integer.parseInt(line.group(2)) : 0;
  }

  /**
   * Reads of the checked table that the joining node has answered for others, while it joins. The
   * table counts those as well with which it warms up; but as long as it coordinates nothing, those
   * for others alone pass the stage for reads.
   */
  long readsServed() {
    if (!joiningNode.jmx().hasBean(READS)) {
      return 0;
    }
    long forOthers = number(READ_STAGE, "Value");
    return Math.min(forOthers, number(READS, "Count"));
  }

  private long number(String bean, String attribute) {
    return ((Number) joiningNode.jmx().attribute(bean, attribute)).longValue();
  }
}
