package io.amoeba.streaming.hooks;

import io.amoeba.streaming.ring.ExtraReplicas;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.RequestFailureReason;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.LocalStrategy;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While a node joins, every replica answers reads of its own ranges only: the joining node those of
 * its done tokens, a losing replica no longer those that it has lost and takes no writes for. A
 * coordinator with an old ring gets a failure instead of old data. Safe for concurrent use.
 */
final class ReadGate {

  private static final Logger logger = LoggerFactory.getLogger(ReadGate.class);

  private final ExtraReplicas extras;
  private final LongAdder refused = new LongAdder();

  ReadGate(ExtraReplicas extras) {
    this.extras = extras;
  }

  /** How many reads were refused since the start. */
  long refused() {
    return refused.sum();
  }

  /**
   * Whether this node must not answer; the coordinator has its answer then. Not by an exception:
   * some refusals are a part of every step, and Cassandra would log each with its stack.
   */
  boolean refuses(Message<?> message, ReadCommand command) {
    Optional<Token> foreign = foreignToken(command);
    if (foreign.isEmpty()) {
      return false;
    }
    refused.increment();
    NoSpamLogger.log(
        logger,
        NoSpamLogger.Level.INFO,
        1,
        TimeUnit.MINUTES,
        "A read by {} of token {} in keyspace {} is refused: while a node joins, replicas answer for"
            + " their own ranges only. A few of them are usual when a step ends. {} until now",
        message.from(),
        foreign.get(),
        command.metadata().keyspace,
        refused());
    // Every read wants to hear of its failure (ReadCommand#createMessage).
    MessagingService.instance().respondWithFailure(RequestFailureReason.UNKNOWN, message);
    return true;
  }

  /** A token that the command reads, and that is not of this node. */
  private Optional<Token> foreignToken(ReadCommand command) {
    if (command.metadata().isVirtual() || command.isTopK()) {
      return Optional.empty();
    }
    String keyspace = command.metadata().keyspace;
    AbstractReplicationStrategy strategy = Keyspace.open(keyspace).getReplicationStrategy();
    if (strategy instanceof LocalStrategy) {
      return Optional.empty();
    }
    return foreignToken(
        command instanceof SinglePartitionReadCommand single
            ? List.of(single.partitionKey().getToken())
            : tokens(command.dataRange().keyRange(), Rings.current().sortedTokens()),
        token ->
            strategy.getLocalReplicaFor(token) != null
                || extras.has(keyspace, token, Rings.self()));
  }

  /**
   * The first token that is not of this node.
   *
   * @param own whether a token is in one of this node's ranges, or in one that it has lost but
   *     still takes writes for
   */
  static Optional<Token> foreignToken(List<Token> tokens, Predicate<Token> own) {
    return tokens.stream().filter(own.negate()).findFirst();
  }

  /** A token of each range between two tokens of the ring that is read. */
  static List<Token> tokens(AbstractBounds<PartitionPosition> bounds, List<Token> ring) {
    Token left = bounds.left.getToken();
    Token right = bounds.right.getToken();
    List<Token> tokens = new ArrayList<>();
    // Its own keys are of the range that ends with it, if they are read.
    if (bounds.inclusiveLeft() && bounds.left.kind() != PartitionPosition.Kind.MAX_BOUND) {
      tokens.add(left);
    }
    for (Token token : ring) {
      if (token.compareTo(left) > 0 && (right.isMinimum() || token.compareTo(right) < 0)) {
        tokens.add(token);
      }
    }
    tokens.add(right);
    return tokens;
  }
}
