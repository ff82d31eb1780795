package io.amoeba.streaming.checks.scenario;

/**
 * What is done to one node in the middle of a join. Immutable.
 *
 * @param node its number
 */
record Fault(Action action, int node, JoinPoint at) {
  enum Action {
    /** Ended by SIGKILL and started again at once. */
    KILL,
    /** Stopped by SIGSTOP for longer than others need to believe it dead, then goes on. */
    PAUSE,
    /** Ended by SIGKILL, runs a while without the agent, then with it again. */
    WITHOUT_AGENT
  }
}
