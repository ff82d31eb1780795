package io.amoeba.shift.hooks;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.shift.agent.AgentOptions;
import io.amoeba.shift.agent.ReadShiftAgent;
import io.amoeba.shift.cluster.NodeStates;
import io.amoeba.shift.compaction.LargeCompactions;
import io.amoeba.shift.control.ControlThread;
import io.amoeba.shift.control.ShiftControl;
import io.amoeba.shift.control.Watchdog;
import io.amoeba.shift.load.NodeLoad;
import io.amoeba.shift.node.CassandraLevers;
import io.amoeba.shift.node.ClientTransport;
import io.amoeba.shift.node.HotSetPull;
import io.amoeba.shift.node.ReadSeverity;
import io.amoeba.shift.operator.NodesTable;
import io.amoeba.shift.operator.PostponedTables;
import io.amoeba.shift.operator.ReadShift;
import io.amoeba.shift.operator.ShiftTable;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.AbstractCompactionTask;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one class that patched methods of Cassandra call. Safe for concurrent use. */
public final class ShiftHooks {

  private static final Logger logger = LoggerFactory.getLogger(ShiftHooks.class);

  private static volatile @Nullable LargeCompactions compactions;
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
    LargeCompactions large = new LargeCompactions(options.turns(), states);
    ShiftControl control =
        new ShiftControl(
            options,
            new CassandraLevers(severity, clients, new HotSetPull(options.warmUpLimit())),
            severity,
            states,
            large,
            NodeLoad.ofThisNode());
    ControlThread thread = new ControlThread(control::tick);
    thread.start();
    new Watchdog(thread, control, severity, clients).start();
    ReadShift bean = new ReadShift(state.report(), control, large);
    bean.register();
    AmoebaViews.add(
        new ShiftTable(control, large), new NodesTable(states), new PostponedTables(large));
    compactions = large;
    logger.info("{}", state.report().text(control.settingsLine()));
  }

  /** A compaction is about to run; true: it must not, and its sstables have gone back. */
  public static boolean postpones(
      AbstractCompactionTask task,
      ColumnFamilyStore table,
      LifecycleTransaction transaction,
      boolean userDefined,
      OperationType type) {
    LargeCompactions running = compactions;
    return running != null && running.postpones(task, table, transaction, userDefined, type);
  }

  /** A compaction has ended. */
  public static void ended(AbstractCompactionTask task) {
    LargeCompactions running = compactions;
    if (running != null) {
      running.ended(task);
    }
  }

  /** A table is submitted; true: it must not be. */
  public static boolean keepsFromSubmitting(ColumnFamilyStore table) {
    LargeCompactions running = compactions;
    return running != null && running.keepsFromSubmitting(table);
  }
}
