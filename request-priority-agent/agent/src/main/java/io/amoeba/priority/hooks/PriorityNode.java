package io.amoeba.priority.hooks;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.priority.admission.GateThread;
import io.amoeba.priority.admission.RequestFlow;
import io.amoeba.priority.agent.AgentOptions;
import io.amoeba.priority.agent.RequestPriorityAgent;
import io.amoeba.priority.classify.ClassExplanation;
import io.amoeba.priority.classify.ClassRules;
import io.amoeba.priority.classify.ClassedUsers;
import io.amoeba.priority.classify.ClientClasses;
import io.amoeba.priority.classify.ControlConnections;
import io.amoeba.priority.classify.RoleRefresh;
import io.amoeba.priority.cluster.MessageClasses;
import io.amoeba.priority.operator.ClassesTable;
import io.amoeba.priority.operator.PriorityFigures;
import io.amoeba.priority.operator.PriorityMetrics;
import io.amoeba.priority.operator.PriorityTable;
import io.amoeba.priority.operator.RequestPriority;
import io.amoeba.priority.operator.SettingTexts;
import io.amoeba.priority.operator.UsersTable;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import io.amoeba.priority.threads.CurrentClass;
import io.amoeba.priority.threads.LowPool;
import io.amoeba.priority.threads.SharedLocks;
import io.amoeba.priority.threads.ThreadStarter;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one node. */
final class PriorityNode {

  private static final Logger logger = LoggerFactory.getLogger(PriorityNode.class);

  private final PrioritySettings settings;
  private final PriorityCounters counters = new PriorityCounters();
  private final ControlConnections control = new ControlConnections();
  private final ClassedUsers users;
  private final RoleRefresh roles;
  private final MessageClasses messages;
  private final SharedLocks locks = new SharedLocks(counters);
  private final LowPool pool;
  private final ThreadStarter starter = new ThreadStarter();
  private final RequestFlow flow;
  private final GateThread gateThread;

  private PriorityNode(AgentOptions options) {
    settings = new PrioritySettings(options);
    users = new ClassedUsers(new ClassRules(options.classes()));
    roles = new RoleRefresh(users);
    messages = new MessageClasses(options.propagate(), settings, counters);
    pool = new LowPool(options.threads(), settings, counters);
    flow =
        new RequestFlow(
            new ClientClasses(users, control, settings, counters),
            settings,
            counters,
            pool,
            RequestFlow.bounds(options.hold()));
    gateThread = new GateThread(flow, settings, counters);
  }

  /** Called once, when the node has set up and before it serves clients. */
  static PriorityNode start() {
    AgentInstallation.State<AgentOptions> state = RequestPriorityAgent.state();
    PriorityNode node = new PriorityNode(state.options());
    node.starter.start();
    node.roles.start();
    node.gateThread.start();
    node.show(state.report());
    logger.info("{}", state.report().text(SettingTexts.line(node.settings)));
    return node;
  }

  private void show(StartReport report) {
    PriorityFigures figures =
        new PriorityFigures(counters, flow.gates(), flow.high(), users, roles, control);
    new RequestPriority(
            report, settings, counters, figures, flow.gates(), users, new ClassExplanation(users))
        .register();
    PriorityMetrics.register(figures);
    AmoebaViews.add(
        new ClassesTable(figures), new PriorityTable(figures, settings), new UsersTable(users));
  }

  RequestFlow flow() {
    return flow;
  }

  MessageClasses messages() {
    return messages;
  }

  SharedLocks locks() {
    return locks;
  }

  LowPool pool() {
    return pool;
  }

  ThreadStarter starter() {
    return starter;
  }

  /** Measures a request that nobody has marked; the flow measures the others. */
  void executed(Message.Request request, Dispatcher.RequestTime time) {
    try {
      if (settings.isEnabled()
          && ClientClasses.hasClass(request.type)
          && CurrentClass.get().request() == null) {
        counters.endedUnmarked(System.nanoTime() - time.enqueuedAtNanos());
      }
    } catch (Throwable e) {
      counters.hookFailed();
    }
  }

  /** Whether classes change anything. */
  boolean isActing() {
    return settings.isActing();
  }

  /** Whether tasks of higher classes come first. */
  boolean isOrderingTasks() {
    return settings.isTaskOrder();
  }

  ControlConnections control() {
    return control;
  }

  /** Releases what is held. Whether no low request is left. */
  boolean drain() {
    gateThread.drain();
    // One that leaves those that are held runs before it does.
    return flow.gates().held() == 0 && flow.gates().running() == 0 && pool.isIdle();
  }
}
