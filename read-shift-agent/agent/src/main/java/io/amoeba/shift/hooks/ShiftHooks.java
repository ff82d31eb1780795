package io.amoeba.shift.hooks;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.shift.agent.AgentOptions;
import io.amoeba.shift.agent.ReadShiftAgent;
import io.amoeba.shift.cluster.NodeStates;
import io.amoeba.shift.control.ControlThread;
import io.amoeba.shift.control.ShiftControl;
import io.amoeba.shift.control.Watchdog;
import io.amoeba.shift.load.NodeLoad;
import io.amoeba.shift.node.CassandraLevers;
import io.amoeba.shift.node.ClientTransport;
import io.amoeba.shift.node.HotSetPull;
import io.amoeba.shift.node.ReadSeverity;
import io.amoeba.shift.operator.NodesTable;
import io.amoeba.shift.operator.ReadShift;
import io.amoeba.shift.operator.ShiftTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one class that patched methods of Cassandra call. Safe for concurrent use. */
public final class ShiftHooks {

  private static final Logger logger = LoggerFactory.getLogger(ShiftHooks.class);

  private static boolean begun;

  private ShiftHooks() {}

  /** Cassandra has set up, and serves no client yet; once in the life of a process. */
  public static synchronized void started() {
    if (begun) {
      return;
    }
    begun = true;
    try {
      start(ReadShiftAgent.state());
    } catch (Throwable e) {
      logger.error("Read shift has not started: reads stay at a node that works", e);
    }
  }

  private static void start(AgentInstallation.State<AgentOptions> state) {
    AgentOptions options = state.options();
    ReadSeverity severity = ReadSeverity.ofThisNode();
    ClientTransport clients = ClientTransport.ofThisNode();
    NodeStates states = new NodeStates();
    ShiftControl control =
        new ShiftControl(
            options,
            new CassandraLevers(severity, clients, new HotSetPull(options.warmUpLimit())),
            severity,
            states,
            NodeLoad.ofThisNode());
    ControlThread thread = new ControlThread(control::tick);
    thread.start();
    new Watchdog(thread, control, severity, clients).start();
    ReadShift bean = new ReadShift(state.report(), control);
    bean.register();
    AmoebaViews.add(new ShiftTable(control), new NodesTable(states));
    logger.info("{}", state.report().text(control.settingsLine()));
  }
}
