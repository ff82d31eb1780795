package io.amoeba.priority.agent;

import io.amoeba.priority.protocol.service.ServiceClass;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The agent's options, checked; what an operator may change later starts with these. Immutable.
 *
 * @param propagate whether the class of a request travels to its replicas
 */
public record AgentOptions(
    Mode mode,
    LimitOptions limit,
    HoldOptions hold,
    ThreadOptions threads,
    ClassOptions classes,
    boolean propagate) {

  /** What the agent does with the class of a request. */
  public enum Mode {
    ACT,
    /** Classifies and measures, and changes nothing. */
    OBSERVE
  }

  /** Whether normal requests are limited, too, where limiting low ones is not enough. */
  public enum NormalLimits {
    OFF,
    AUTO
  }

  /** Classes whose requests run their local part without changing the thread. */
  public enum InlineLocal {
    OFF,
    LOW,
    HIGH_AND_LOW
  }

  /** The answer to a client that asks for a class that its user may not have. */
  public enum OnUnauthorized {
    WARN,
    ERROR
  }

  // Bounds of what can be changed at run time, too.
  public static final int MAX_LIMIT = 1_024;
  public static final int MAX_ACTIVATION = 1_000;
  public static final Duration MAX_QUIET_TIME = Duration.ofSeconds(10);
  public static final Duration MIN_HOP_WAIT_TARGET = Duration.ofNanos(50_000);
  public static final Duration MAX_HOP_WAIT_TARGET = Duration.ofMillis(100);

  /**
   * When and how far the low class is limited.
   *
   * @param low requests of the low class in flight while high ones are active; empty: adaptive
   * @param mostLow the upper end of the adaptive limit
   * @param activation that many high requests in flight are active ones
   * @param quietTime how long high requests count as active after they have ended
   * @param hopWaitTarget of the adaptive limit: 95 % of the high tasks wait for a thread no longer
   */
  public record LimitOptions(
      OptionalInt low,
      int mostLow,
      NormalLimits normal,
      int activation,
      Duration quietTime,
      Duration hopWaitTarget) {}

  /**
   * Bounds of what is held.
   *
   * @param longest a request that is held for longer is released beyond the limit
   * @param percentOfBytes of the requests' bytes that the node allows in flight
   */
  public record HoldOptions(Duration longest, int requests, int percentOfBytes) {}

  /**
   * Threads and their tasks.
   *
   * @param own whether low requests run on threads of their own
   * @param nice by which the nice value of those is raised; fixed while the process lives
   * @param low threads of each of the low class's executors
   * @param taskOrder whether tasks of higher classes come first in the queues of all executors
   */
  public record ThreadOptions(
      boolean own, int nice, int low, InlineLocal inlineLocal, boolean taskOrder) {}

  /**
   * Who may use which class.
   *
   * @param standard of requests that nobody has marked; not high
   * @param anonymousMost the highest that clients without a login may ask for
   * @param applications the class of connections by their application name
   */
  public record ClassOptions(
      ServiceClass standard,
      ServiceClass anonymousMost,
      OnUnauthorized onUnauthorized,
      String roleHigh,
      String roleHighAlways,
      String roleLow,
      Map<String, ServiceClass> applications) {

    public ClassOptions {
      applications = Map.copyOf(applications);
    }
  }
}
