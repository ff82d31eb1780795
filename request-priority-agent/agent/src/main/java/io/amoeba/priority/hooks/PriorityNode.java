package io.amoeba.priority.hooks;

import io.amoeba.priority.admission.GateThread;
import io.amoeba.priority.admission.RequestFlow;
import io.amoeba.priority.agent.AgentOptions;
import io.amoeba.priority.agent.AgentState;
import io.amoeba.priority.classify.ClientClasses;
import io.amoeba.priority.settings.PriorityCounters;
import io.amoeba.priority.settings.PrioritySettings;
import io.amoeba.priority.threads.LowPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one node. */
final class PriorityNode {

  private static final Logger logger = LoggerFactory.getLogger(PriorityNode.class);

  private final PrioritySettings settings;
  private final PriorityCounters counters = new PriorityCounters();
  private final LowPool pool;
  private final RequestFlow flow;
  private final GateThread gateThread;

  private PriorityNode(AgentOptions options) {
    settings = new PrioritySettings(options);
    pool = new LowPool(options.threads(), settings, counters);
    flow =
        new RequestFlow(
            new ClientClasses(settings, counters), settings, counters, pool, options.hold());
    gateThread = new GateThread(flow, settings, counters);
  }

  /** Called once, when the node has set up and before it serves clients. */
  static PriorityNode start() {
    AgentState state = AgentState.get();
    PriorityNode node = new PriorityNode(state.options());
    node.gateThread.start();
    logger.info("{}", state.report().text(state.options().toString()));
    return node;
  }

  RequestFlow flow() {
    return flow;
  }

  LowPool pool() {
    return pool;
  }

  /** Whether tasks of higher classes come first. */
  boolean isOrderingTasks() {
    return settings.isTaskOrder();
  }

  /** Releases what is held. Whether no low request is left. */
  boolean drain() {
    gateThread.drain();
    // One that leaves those that are held runs before it does.
    return flow.gate().held() == 0 && flow.gate().running() == 0 && pool.isIdle();
  }
}
