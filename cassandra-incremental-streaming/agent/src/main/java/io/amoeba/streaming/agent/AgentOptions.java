package io.amoeba.streaming.agent;

import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import io.amoeba.streaming.protocol.pace.JoinPace;
import java.time.Duration;

/**
 * The agent's options, checked. Immutable.
 *
 * @param join how a join is planned and driven
 * @param onIneligible what a node does that cannot join incrementally
 * @param joiningNodeTimeout how long a joining node may be down until members give up its pending
 *     tokens
 * @param warmUp whether a range is warmed up before it is announced, and reads shift to it
 *     gradually
 * @param warmUpLimit the longest warm-up of a step
 * @param warmUpHotSet whether the warm-up asks the peers what clients read most, where this node
 *     has the agent for read hints, too
 * @param maxSstablesPerRead in how many SSTables a key of a table may be before it is compacted
 *     while the node joins; 0: no table waits
 * @param compactionRampUp how long a node that has joined compacts more slowly than it may; 0: it
 *     may compact as fast while it joins, too
 * @param pace of the senders
 */
public record AgentOptions(
    JoinSettings join,
    OnIneligible onIneligible,
    Duration joiningNodeTimeout,
    boolean warmUp,
    Duration warmUpLimit,
    boolean warmUpHotSet,
    int maxSstablesPerRead,
    Duration compactionRampUp,
    JoinPace pace) {

  /** What a node does that cannot join incrementally; before it has changed anything. */
  public enum OnIneligible {
    STOCK,
    FAIL
  }

  static JoinSettings settings(
      int tokensPerStep, StepOrder order, long seed, int groupSize, int lookAhead) {
    JoinSettings defaults = JoinSettings.DEFAULTS;
    return new JoinSettings(
        tokensPerStep,
        order,
        seed,
        groupSize,
        lookAhead,
        defaults.retryMin(),
        defaults.retryMax(),
        defaults.margin());
  }
}
