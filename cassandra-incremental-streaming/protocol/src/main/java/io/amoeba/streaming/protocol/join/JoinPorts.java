package io.amoeba.streaming.protocol.join;

/**
 * Everything the driver asks of the node it runs in.
 *
 * @param preparation before a step's streaming; {@link #NOTHING} where there is none
 * @param warmUp after a step's streaming and before its switch; {@link #NOTHING} where there is
 *     none
 */
public record JoinPorts(
    ClusterView cluster,
    Transfers transfers,
    JoinStore store,
    ServingGate gate,
    Announcer announcer,
    StreamSessions sessions,
    TablePurge purge,
    StepWork preparation,
    StepWork warmUp,
    MonotonicClock clock) {

  /** Work that has succeeded as soon as it starts. */
  public static final StepWork NOTHING =
      tokens ->
          new StepWork.Run() {
            @Override
            public WorkStatus poll() {
              return new WorkStatus(Outcome.SUCCEEDED, "");
            }

            @Override
            public void abort() {}
          };
}
