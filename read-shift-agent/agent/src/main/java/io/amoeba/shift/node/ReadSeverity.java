package io.amoeba.shift.node;

import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import org.apache.cassandra.config.CassandraRelevantProperties;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.locator.DynamicEndpointSnitch;
import org.apache.cassandra.utils.FBUtilities;

/**
 * The node's severity in gossip: coordinators read last from the node with the highest one. Leaves
 * alone what others have set. Safe for concurrent use.
 */
public final class ReadSeverity {

  /**
   * Coordinators' scores are 0 … 1, plus severity, and a node is passed over when its score exceeds
   * that of another by more than the badness threshold.
   */
  private static final double SCORES = 5;

  private final DoubleSupplier current;
  private final DoubleConsumer set;
  private final double value;

  /** What this agent has set; 0: nothing. */
  private double own;

  private boolean closed;

  /**
   * Of a node.
   *
   * @param current the severity that it gossips
   * @param value which reads avoid
   */
  ReadSeverity(DoubleSupplier current, DoubleConsumer set, double value) {
    this.current = current;
    this.set = set;
    this.value = value;
  }

  public static ReadSeverity ofThisNode() {
    return new ReadSeverity(
        () -> DynamicEndpointSnitch.getSeverity(FBUtilities.getBroadcastAddressAndPort()),
        DynamicEndpointSnitch::addSeverity,
        SCORES * (1 + DatabaseDescriptor.getDynamicBadnessThreshold()));
  }

  /** Whether coordinators with this node's configuration heed it. */
  public static boolean isHeeded() {
    return DatabaseDescriptor.getEndpointSnitch() instanceof DynamicEndpointSnitch
        && !CassandraRelevantProperties.IGNORE_DYNAMIC_SNITCH_SEVERITY.getBoolean();
  }

  /** Whether an operator or another agent has set it, or has reset what this agent had set. */
  public synchronized boolean isOthers() {
    return current.getAsDouble() != own;
  }

  synchronized void raise() {
    if (!closed && current.getAsDouble() == 0) {
      set.accept(value);
      own = value;
    }
  }

  /** Resets what this agent has set, unless others have changed it since. */
  synchronized void reset() {
    if (own != 0) {
      if (current.getAsDouble() == own) {
        set.accept(0);
      }
      own = 0;
    }
  }

  /** Resets it, and does not raise it again. */
  public synchronized void close() {
    closed = true;
    reset();
  }
}
