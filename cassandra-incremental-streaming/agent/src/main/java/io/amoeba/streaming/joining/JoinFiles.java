package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinPorts.JoinStore;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.join.JoinRecordCodec;
import io.amoeba.streaming.ring.AgentDirectory;
import io.amoeba.streaming.ring.DurableFile;
import io.amoeba.streaming.ring.Rings;
import java.util.Optional;
import java.util.SortedSet;
import org.apache.cassandra.db.SystemKeyspace;

/**
 * This node's own join on disk. Cassandra's own tables hold done tokens only, until the end not all
 * of them, and from the first one on the word COMPLETED: without the agent Cassandra then refuses
 * to start ("Cannot change the number of tokens") instead of gossiping BOOT, which would throw the
 * node out of the ring, or NORMAL, which would end what settles.
 */
final class JoinFiles implements JoinStore {

  private final DurableFile file = new DurableFile(AgentDirectory.path().resolve("join"));
  private volatile Optional<JoinRecord> last = Optional.empty();

  /** The join that the last start left, if it has not ended. */
  Optional<JoinRecord> load() {
    Optional<JoinRecord> join =
        file.read(
            JoinRecordCodec::decode,
            "Restore it, or remove this node from the cluster (nodetool removenode) and let it join"
                + " with empty folders.");
    if (join.isPresent() && join.get().finished()) {
      return Optional.empty();
    }
    last = join;
    return join;
  }

  @Override
  public void save(JoinRecord join) {
    // A finished join's next start is an ordinary one, which wants all tokens in Cassandra's table.
    if (join.finished()) {
      saveForCassandra(join.doneForCassandra());
    }
    file.write(JoinRecordCodec.encode(join));
    if (!join.finished()) {
      saveForCassandra(join.doneForCassandra());
    }
    last = Optional.of(join);
  }

  private static void saveForCassandra(SortedSet<Long> tokens) {
    if (!tokens.isEmpty()) {
      SystemKeyspace.updateTokens(Rings.tokens(tokens));
      SystemKeyspace.setBootstrapState(SystemKeyspace.BootstrapState.COMPLETED);
    }
  }

  @Override
  public void forget() {
    file.delete();
  }

  /** As saved or loaded last. */
  Optional<JoinRecord> last() {
    return last;
  }
}
