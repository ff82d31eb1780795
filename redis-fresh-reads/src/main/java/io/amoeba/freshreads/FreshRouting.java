package io.amoeba.freshreads;

import io.amoeba.freshreads.link.Topology;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.models.role.RedisNodeDescription;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ReadOnlyCommands;
import io.lettuce.core.protocol.ReadOnlyCommands.ReadOnlyPredicate;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Weaker than {@link FreshReads}: lettuce's own connections read from replicas that are within the
 * bound when the read is sent, and nothing judges the answer, which may be older than the bound, or
 * nil for a key whose hash slot has moved. For applications that keep lettuce's or Spring's API.
 *
 * <pre>{@code
 * FreshRouting routing = new FreshRouting();
 * client.setOptions(
 *     ClusterClientOptions.builder().readOnlyCommands(routing.readOnlyCommands()).build());
 * FreshReads<String, String> reads = FreshReads.open(client, StringCodec.UTF8, config);
 * routing.follow(reads);
 * StatefulRedisClusterConnection<String, String> connection = client.connect();
 * connection.setReadFrom(routing);
 * }</pre>
 *
 * <p>Until it follows reads, and after those are closed, the primary answers everything. Safe for
 * concurrent use, without locks.
 */
public final class FreshRouting extends ReadFrom {

  /*
   * In cluster mode lettuce asks two questions. Of each command: does it only read? Only such a
   * command may leave the primary, so the predicate makes the choice. And of a hash slot: which
   * nodes may serve its reads? lettuce keeps this selection until it reads the topology again, and
   * takes any node of it by chance.
   *
   * So the predicate demands a proof of every replica that a selection may contain. A selection
   * contains only replicas that the followed reads have a link to. lettuce drops all selections when
   * its view of the cluster changes, and the reads follow that view afterwards: a replica that they
   * give up is in no selection any more.
   *
   * By load, a selection contains the primary, too: beside n replicas, one in n + 1 of the balanced
   * reads stays there. The library sees neither the latency nor the number of lettuce's reads. By
   * probes alone, the least loaded node would get all reads until the next probe.
   */

  private final Routed routed;
  private volatile @Nullable FreshReads<?, ?> followed;

  /** Routes the commands that lettuce knows to read. */
  public FreshRouting() {
    this(ReadOnlyCommands.asPredicate());
  }

  /**
   * Routes these commands.
   *
   * @param reading whether a command reads and does nothing else
   */
  public FreshRouting(ReadOnlyPredicate reading) {
    this.routed = new Routed(reading);
  }

  /**
   * Whether a command leaves the primary, for the {@code ClusterClientOptions} of the client. They
   * must be set before the client opens connections; without them reads would leave the primary
   * unseen.
   */
  public ReadOnlyPredicate readOnlyCommands() {
    return routed;
  }

  /**
   * Routes by the proofs, the bound and the balance of these reads from now on.
   *
   * @param reads opened with the client whose connections are routed
   * @throws FreshReadsException if that client does not ask {@link #readOnlyCommands}
   */
  public void follow(FreshReads<?, ?> reads) {
    if (reads.opened().commandsThatRead() != routed) {
      throw new FreshReadsException(
          "The client of these reads does not ask this routing, so its connections would read from"
              + " any replica: set readOnlyCommands(routing.readOnlyCommands()) in its"
              + " ClusterClientOptions before it opens connections");
    }
    followed = reads;
    reads.opened().forgetSelections();
  }

  /** The nodes that may serve reads which leave the primary. */
  @Override
  public List<RedisNodeDescription> select(Nodes nodes) {
    RedisNodeDescription primary = null;
    for (RedisNodeDescription node : nodes) {
      if (node.getRole().isUpstream()) {
        primary = node;
      }
    }
    if (primary == null) {
      return List.of();
    }
    List<RedisNodeDescription> selected = new ArrayList<>();
    FreshReads<?, ?> reads = followed;
    if (reads != null) {
      Set<String> replicas = reads.opened().router().replicasOf(Topology.address(primary.getUri()));
      for (RedisNodeDescription node : nodes) {
        if (Topology.isUsable(node) && replicas.contains(Topology.address(node.getUri()))) {
          selected.add(node);
        }
      }
    }
    if (reads == null
        || selected.isEmpty()
        || !reads.opened().router().settings().replicasFirst()) {
      selected.add(primary);
    }
    return selected;
  }

  /** The application's own predicate, where this is one of a routing. */
  static ReadOnlyPredicate reading(ReadOnlyPredicate configured) {
    return configured instanceof Routed ? ((Routed) configured).reading : configured;
  }

  private final class Routed implements ReadOnlyPredicate {
    private final ReadOnlyPredicate reading;

    Routed(ReadOnlyPredicate reading) {
      this.reading = reading;
    }

    @Override
    public boolean isReadOnly(RedisCommand<?, ?, ?> command) {
      FreshReads<?, ?> reads = followed;
      CommandArgs<?, ?> args = command.getArgs();
      if (reads == null || args == null || !reading.isReadOnly(command)) {
        return false;
      }
      ByteBuffer key = args.getFirstEncodedKey();
      return key != null && reads.opened().router().leavesPrimary(SlotHash.getSlot(key));
    }
  }
}
