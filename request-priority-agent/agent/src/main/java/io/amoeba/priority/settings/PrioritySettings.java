package io.amoeba.priority.settings;

import io.amoeba.priority.agent.AgentOptions;
import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.Mode;
import io.amoeba.priority.agent.AgentOptions.NormalLimits;
import io.amoeba.priority.protocol.limit.LimitRules;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * What an operator may change while the node runs. Takes effect with the next request, or within 10
 * ms. Setters take what {@link AgentOptions} allows; callers check ranges. Safe for concurrent use.
 */
public final class PrioritySettings {

  private final AgentOptions start;

  private volatile boolean enabled = true;
  private volatile Mode mode;
  private volatile OptionalInt lowLimit;
  private volatile int maxLowLimit;
  private volatile NormalLimits normalLimit;
  private volatile int activation;
  private volatile Duration quietTime;
  private volatile Duration hopWaitTarget;
  private volatile InlineLocal inlineLocal;
  private volatile boolean ownThreads;
  private volatile boolean taskOrder;
  private volatile ClassOptions classes;

  public PrioritySettings(AgentOptions options) {
    start = options;
    mode = options.mode();
    lowLimit = options.limit().low();
    maxLowLimit = options.limit().mostLow();
    normalLimit = options.limit().normal();
    activation = options.limit().activation();
    quietTime = options.limit().quietTime();
    hopWaitTarget = options.limit().hopWaitTarget();
    inlineLocal = options.threads().inlineLocal();
    ownThreads = options.threads().own();
    taskOrder = options.threads().taskOrder();
    classes = options.classes();
  }

  /** The options of the node's start, some of which nothing changes later. */
  public AgentOptions atStart() {
    return start;
  }

  /** Whether the agent does anything; false serves all requests as stock does. */
  public boolean isEnabled() {
    return enabled;
  }

  public void setEnabled(boolean on) {
    enabled = on;
  }

  public Mode mode() {
    return mode;
  }

  public void setMode(Mode mode) {
    this.mode = mode;
  }

  /** Whether classes change anything. */
  public boolean isActing() {
    return enabled && mode == Mode.ACT;
  }

  /** Low requests in flight while high ones are active; empty: adaptive. */
  public OptionalInt lowLimit() {
    return lowLimit;
  }

  public void setLowLimit(OptionalInt limit) {
    lowLimit = limit;
  }

  /** The upper end of the adaptive limit. */
  public int maxLowLimit() {
    return maxLowLimit;
  }

  public void setMaxLowLimit(int requests) {
    maxLowLimit = requests;
  }

  /** Whether normal requests are limited, too, where limiting low ones is not enough. */
  public NormalLimits normalLimit() {
    return normalLimit;
  }

  public void setNormalLimit(NormalLimits limits) {
    normalLimit = limits;
  }

  public int activation() {
    return activation;
  }

  public void setActivation(int requests) {
    activation = requests;
  }

  public Duration quietTime() {
    return quietTime;
  }

  public void setQuietTime(Duration time) {
    quietTime = time;
  }

  public Duration hopWaitTarget() {
    return hopWaitTarget;
  }

  public void setHopWaitTarget(Duration target) {
    hopWaitTarget = target;
  }

  /** What the adaptive limit aims at. */
  public LimitRules limitRules() {
    return new LimitRules(maxLowLimit, hopWaitTarget.toNanos() / 1_000);
  }

  public InlineLocal inlineLocal() {
    return inlineLocal;
  }

  public void setInlineLocal(InlineLocal classes) {
    inlineLocal = classes;
  }

  /** Whether low requests run on threads of their own. */
  public boolean isOwnThreads() {
    return ownThreads;
  }

  public void setOwnThreads(boolean on) {
    ownThreads = on;
  }

  /** Whether tasks of higher classes come first in the queues of all executors. */
  public boolean isTaskOrder() {
    return taskOrder;
  }

  public void setTaskOrder(boolean on) {
    taskOrder = on;
  }

  /** Who may use which class. */
  public ClassOptions classes() {
    return classes;
  }

  public void setClasses(ClassOptions options) {
    classes = options;
  }
}
