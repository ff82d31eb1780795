package io.amoeba.streaming.hooks;

import io.amoeba.streaming.ring.GossipValues;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.IMutation;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.RequestFailureReason;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.NoSpamLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While a node joins, a replica that has lost a range takes no more writes of it from coordinators
 * without the agent, which do not know of the loss and would count its answer. Those with the agent
 * have acknowledged the loss; a late write of theirs does no harm. Safe for concurrent use.
 */
final class WriteGate {

  private static final Logger logger = LoggerFactory.getLogger(WriteGate.class);

  private WriteGate() {}

  /** Whether this node must not apply the write; the coordinator has its answer then. */
  static boolean refuses(Message<?> message, IMutation mutation, InetAddressAndPort coordinator) {
    Token token = mutation.key().getToken();
    String keyspace = mutation.getKeyspaceName();
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(coordinator);
    if ((state != null && GossipValues.runsAgent(state))
        || StorageService.instance.isEndpointValidForWrite(keyspace, token)) {
      return false;
    }
    NoSpamLogger.log(
        logger,
        NoSpamLogger.Level.WARN,
        1,
        TimeUnit.MINUTES,
        "A write by {} of token {} in keyspace {} is refused: that node runs without the agent and"
            + " does not know that this range has moved to a node that joins incrementally",
        coordinator,
        token,
        keyspace);
    MessagingService.instance()
        .send(message.failureResponse(RequestFailureReason.UNKNOWN), coordinator);
    return true;
  }
}
