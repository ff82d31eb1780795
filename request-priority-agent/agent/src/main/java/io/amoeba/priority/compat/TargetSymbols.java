package io.amoeba.priority.compat;

import io.amoeba.agentkit.symbols.ReleaseSymbols;
import io.amoeba.agentkit.symbols.SymbolReference;
import io.amoeba.agentkit.symbols.Target;
import java.util.List;
import java.util.stream.Stream;

/** Everything that the agent patches, or reads by reflection, for each Cassandra release line. */
public final class TargetSymbols {

  private static final String ROOT = "org.apache.cassandra.";
  private static final String PATH = "Lorg/apache/cassandra/";
  private static final String ADVICE = "io.amoeba.priority.advice.";

  private static final String EXECUTOR = "concurrent.SEPExecutor";
  private static final String RUNNABLE = "Ljava/lang/Runnable;";
  private static final String TIME = PATH + "transport/Dispatcher$RequestTime;";

  private static final List<Target> TARGETS =
      List.of(
          on(
              "service.CassandraDaemon",
              "setup",
              "()V",
              "StartAdvice",
              "start, before clients are served"),
          on(
              EXECUTOR,
              "<init>",
              "("
                  + PATH
                  + "concurrent/SharedExecutorPool;I"
                  + PATH
                  + "concurrent/ExecutorPlus$MaximumPoolSizeListener;"
                  + "Ljava/lang/String;Ljava/lang/String;)V",
              "ExecutorQueueAdvice",
              "order of tasks by class"),
          on(
              EXECUTOR,
              "submit",
              "(" + RUNNABLE + ")" + PATH + "utils/concurrent/Future;",
              "SubmitAdvice",
              "class and admission of requests"),
          on(
              EXECUTOR,
              "addTask",
              "(" + RUNNABLE + ")" + RUNNABLE,
              "AddTaskAdvice",
              "own threads of the low class"),
          on(
              EXECUTOR,
              "maybeExecuteImmediately",
              "(" + RUNNABLE + ")V",
              "InlineAdvice",
              "local part without a change of the thread"),
          on(
              "concurrent.SEPWorker",
              "run",
              "()V",
              "WorkerAdvice",
              "nice value of the low class's threads"),
          on(
              "concurrent.SharedExecutorPool",
              "schedule",
              "(" + PATH + "concurrent/SEPWorker$Work;)V",
              "ScheduleAdvice",
              "shared threads do not inherit a nice value"),
          on(
              "concurrent.NamedThreadFactory",
              "createThread",
              "(Ljava/lang/ThreadGroup;" + RUNNABLE + "Ljava/lang/String;Z)Ljava/lang/Thread;",
              "MadeThreadAdvice",
              "other threads do not inherit a nice value"),
          on(
              "concurrent.SharedExecutorPool",
              "runningTasks",
              "()Ljava/util/List;",
              "RunningTasksAdvice",
              "low requests in system_views.queries"),
          on(
              "transport.Message$Request",
              "execute",
              "("
                  + PATH
                  + "service/QueryState;"
                  + TIME
                  + ")"
                  + PATH
                  + "transport/Message$Response;",
              "ExecuteAdvice",
              "warnings, and errors of requests that are shed or refused"),
          on(
              "transport.Server$ConnectionTracker",
              "register",
              "(" + PATH + "transport/Event$Type;Lio/netty/channel/Channel;)V",
              "RegisterAdvice",
              "drivers' control connections are never held"),
          on(
              "net.Message",
              "buildParams",
              "(" + PATH + "net/ParamType;Ljava/lang/Object;)Ljava/util/Map;",
              "MessageParamsAdvice",
              "class of messages to replicas"),
          on(
              "net.InboundMessageHandler",
              "dispatch",
              "(" + PATH + "net/InboundMessageHandler$ProcessMessage;)V",
              "MessageArrivalAdvice",
              "class of coordinators' messages"),
          on(
              "service.reads.AbstractReadExecutor",
              "shouldSpeculateAndMaybeWait",
              "()Z",
              "SpeculationAdvice",
              "low reads ask no further replica"),
          on(
              "net.LatencySubscribers",
              "add",
              "(" + PATH + "locator/InetAddressAndPort;JLjava/util/concurrent/TimeUnit;)V",
              "LatencyAdvice",
              "low reads are no samples of the dynamic snitch"),
          on(
              "service.reads.ReadCallback",
              "awaitResults",
              "()V",
              "WaitAdvice",
              "high requests that wait for replicas are not active"),
          on(
              "service.AbstractWriteResponseHandler",
              "get",
              "()V",
              "WaitAdvice",
              "high requests that wait for replicas are not active"),
          on(
              "service.StorageProxy",
              "mutateWithTriggers",
              "(Ljava/util/List;" + PATH + "db/ConsistencyLevel;Z" + TIME + ")V",
              "WriteAdvice",
              "writes that take shared locks stay on shared threads"));

  /** Cassandra 5.0 alone waits for clients' requests when it stops. */
  private static final Target DRAIN =
      on(
          "transport.Dispatcher",
          "isDone",
          "()Z",
          "DrainAdvice",
          "a node that stops releases held requests");

  private static final List<SymbolReference> REFLECTIVE =
      List.of(
          new SymbolReference(
              "org/apache/cassandra/concurrent/SharedExecutorPool",
              "schedule",
              "(" + PATH + "concurrent/SEPWorker$Work;)V"),
          new SymbolReference(
              "org/apache/cassandra/transport/Dispatcher$RequestProcessor",
              "request",
              PATH + "transport/Message$Request;"),
          new SymbolReference(
              "org/apache/cassandra/net/InboundMessageHandler$ProcessMessage",
              "header",
              "()" + PATH + "net/Message$Header;"),
          new SymbolReference(
              "org/apache/cassandra/net/InboundMessageHandler$ProcessSmallMessage",
              "message",
              PATH + "net/Message;"));

  private static final ReleaseSymbols CASSANDRA_4_1 =
      new ReleaseSymbols("4.1", TARGETS, REFLECTIVE);

  private static final ReleaseSymbols CASSANDRA_5_0 =
      new ReleaseSymbols(
          "5.0", Stream.concat(TARGETS.stream(), Stream.of(DRAIN)).toList(), REFLECTIVE);

  /** All release lines that the agent knows. */
  public static final List<ReleaseSymbols> RELEASES = List.of(CASSANDRA_4_1, CASSANDRA_5_0);

  private TargetSymbols() {}

  private static Target on(
      String type, String method, String descriptor, String advice, String purpose) {
    return new Target(ROOT + type, method, descriptor, ADVICE + advice, purpose, false);
  }
}
