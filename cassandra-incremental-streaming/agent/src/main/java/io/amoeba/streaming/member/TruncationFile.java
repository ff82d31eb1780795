package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.member.CoordinatedTruncations;
import io.amoeba.streaming.ring.AgentDirectory;
import io.amoeba.streaming.ring.DurableFile;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.UUID;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.UUIDType;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;

/** What this node's clients have truncated, on disk. */
final class TruncationFile {

  /** A node that has started to join since then does not know older ones, nor needs to. */
  private static final Duration KEPT = Duration.ofDays(2);

  private TruncationFile() {}

  /** As the last start left it. */
  static CoordinatedTruncations load() {
    DurableFile file = new DurableFile(AgentDirectory.path().resolve("truncations"));
    Truncations onDisk =
        file.read(
                Truncations::decode,
                "Delete it while no node joins; else remove the joining node first.")
            .orElse(Truncations.NONE);
    return new CoordinatedTruncations(onDisk, next -> file.write(next.encode()));
  }

  /** Forgets old ones, which no join needs, and tables that were dropped. */
  static void prune(CoordinatedTruncations coordinated) {
    long oldest = System.currentTimeMillis() - KEPT.toMillis();
    coordinated.note(
        known ->
            known.keep(
                table -> Schema.instance.getTableMetadata(TableId.fromUUID(table)) != null,
                oldest));
  }

  /** Notes what this node has truncated, perhaps for its own clients, while it had no agent. */
  static void addThoseWithoutTheAgent(CoordinatedTruncations coordinated) {
    UntypedResultSet rows =
        QueryProcessor.executeInternal("SELECT truncated_at FROM system.local WHERE key = 'local'");
    if (rows.isEmpty() || !rows.one().has("truncated_at")) {
      return;
    }
    for (UUID table :
        rows.one()
            .<UUID, ByteBuffer>getMap("truncated_at", UUIDType.instance, BytesType.instance)
            .keySet()) {
      long time = SystemKeyspace.getTruncatedAt(TableId.fromUUID(table));
      coordinated.note(
          known -> known.tables().getOrDefault(table, 0L) < time ? known.with(table, time) : known);
    }
  }
}
