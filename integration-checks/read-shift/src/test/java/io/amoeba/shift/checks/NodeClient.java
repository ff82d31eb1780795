package io.amoeba.shift.checks;

import com.datastax.oss.driver.api.core.cql.Row;
import io.amoeba.agents.checks.OneNodeClient;
import io.amoeba.embedded.cassandra.CassandraNode;

/** A client of one node, and that node's tables of read shift. Safe for concurrent use. */
final class NodeClient extends OneNodeClient {

  NodeClient(CassandraNode node) {
    super(node);
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
