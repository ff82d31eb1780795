package io.amoeba.streaming.hooks;

import io.amoeba.streaming.ring.ExtraReplicas;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.LocalStrategy;

/**
 * While a node joins, every replica answers reads of its own ranges only: the joining node those of
 * its done tokens, a loser no longer those that it has lost and takes no writes for. A coordinator
 * with an old ring gets a failure instead of old data.
 */
final class ReadGate {

  private final ExtraReplicas extras;

  ReadGate(ExtraReplicas extras) {
    this.extras = extras;
  }

  /** Throws when this node must not answer. */
  void check(ReadCommand command) {
    if (command.metadata().isVirtual() || command.isTopK()) {
      return;
    }
    String keyspace = command.metadata().keyspace;
    AbstractReplicationStrategy strategy = Keyspace.open(keyspace).getReplicationStrategy();
    if (strategy instanceof LocalStrategy) {
      return;
    }
    for (Token token : tokens(command)) {
      if (strategy.getLocalReplicaFor(token) == null
          && !extras.has(keyspace, token, Rings.self())) {
        throw new IllegalStateException(
            "Cannot service reads of token "
                + token
                + " in keyspace "
                + keyspace
                + ": while a node joins, replicas answer for their own ranges only");
      }
    }
  }

  /** A token of each range between two tokens of the ring that the command reads. */
  private static List<Token> tokens(ReadCommand command) {
    if (command instanceof SinglePartitionReadCommand single) {
      return List.of(single.partitionKey().getToken());
    }
    AbstractBounds<PartitionPosition> bounds = command.dataRange().keyRange();
    Token left = bounds.left.getToken();
    Token right = bounds.right.getToken();
    List<Token> tokens = new ArrayList<>();
    for (Token token : Rings.current().sortedTokens()) {
      if (token.compareTo(left) > 0 && (right.isMinimum() || token.compareTo(right) < 0)) {
        tokens.add(token);
      }
    }
    tokens.add(right);
    return tokens;
  }
}
