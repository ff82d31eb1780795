package io.amoeba.shift.checks;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.amoeba.agents.checks.OneNodeClient;
import io.amoeba.embedded.cassandra.CassandraNode;
import java.nio.ByteBuffer;

/** A client of one node, and that node's tables of read shift. Safe for concurrent use. */
final class NodeClient extends OneNodeClient {

  NodeClient(CassandraNode node) {
    super(node);
  }

  /** Writes a row with a key and a blob to all replicas. */
  void insert(String cql, int key, byte[] value) {
    session.execute(
        SimpleStatement.newInstance(cql, key, ByteBuffer.wrap(value))
            .setConsistencyLevel(ConsistencyLevel.ALL)
            .setTimeout(LONG_TIMEOUT));
  }

  /** A row of the node's table of the others. */
  Row peer(CassandraNode peer) {
    return run("SELECT * FROM amoeba_views.read_shift_nodes WHERE node = '%s'"
            .formatted(peer.storageAddress()))
        .get(0);
  }

  /** A text of the node's own table. */
  String text(String name) {
    return String.valueOf(
        run("SELECT text FROM amoeba_views.read_shift WHERE name = '" + name + "'")
            .get(0)
            .getString(0));
  }
}
