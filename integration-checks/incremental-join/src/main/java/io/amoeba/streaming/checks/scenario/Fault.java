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
    /** Its machine loses power and what was not forced to its disk; it is started again at once. */
    LOSE_POWER,
    /** Stopped by SIGSTOP until others have declared it dead, then resumed. */
    PAUSE,
    /** Ended by SIGKILL, runs a while without the agent, then with it again. */
    WITHOUT_AGENT
  }
}
