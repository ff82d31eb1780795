package io.amoeba.hints.cluster;

import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Delivery;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import io.amoeba.hints.protocol.hotset.HotSetRequest;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.PeerCounters;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.cassandra.exceptions.RequestFailureReason;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.ConnectionType;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.NoPayload;
import org.apache.cassandra.net.PingRequest;
import org.apache.cassandra.net.RequestCallback;
import org.apache.cassandra.net.Verb;

/**
 * Batches as custom parameters of Cassandra's own ping: it travels as all messages do, encrypted
 * and authenticated where they are, and a node without the agent answers it and forgets the
 * parameter. The answer says that the peer has room for more. Safe for concurrent use.
 */
public final class HintMessages {

  private static final String BATCH = "amoeba.read-hints";
  private static final String PULL = "amoeba.read-hints.pull";
  private static final String ANSWER = "amoeba.read-hints.answer";

  /** As when a message could not be sent: in both cases the peer has not taken it. */
  private static final RequestFailureReason REFUSED = RequestFailureReason.UNKNOWN;

  private final HintReceiver receiver;
  private final HintCounters counters;

  public HintMessages(HintReceiver receiver, HintCounters counters) {
    this.receiver = receiver;
    this.counters = counters;
  }

  /** From now on this node takes hints. */
  public void listen() {
    MessagingService.instance().inboundSink.add(this::arrives);
  }

  /** False drops the message, and with it the answer: its sender then takes us for busy. */
  private boolean arrives(Message<?> message) {
    if (message.verb() != Verb.PING_REQ) {
      return true;
    }
    Map<String, byte[]> parameters = message.header.customParams();
    if (parameters == null) {
      return true;
    }
    byte[] batch = parameters.get(BATCH);
    byte[] pull = parameters.get(PULL);
    if (pull != null && !receiver.asked(message.from(), pull)) {
      return false;
    }
    if (batch == null) {
      return true;
    }
    byte[] answer = parameters.get(ANSWER);
    boolean taken = receiver.received(message.from(), batch, answer);
    if (!taken && answer != null) {
      // What was asked for comes again, and not only after its sender has waited for an answer.
      MessagingService.instance().send(message.failureResponse(REFUSED), message.from());
    }
    return taken;
  }

  /** Sends, unless too many batches are on their way to the peer. */
  public boolean send(InetAddressAndPort peer, EncodedBatch batch, int inFlight) {
    return send(
        peer,
        batch,
        ping().withCustomParam(BATCH, batch.bytes()),
        inFlight,
        new Answer(counters.peer(peer), batch.hints()));
  }

  /**
   * As the other; the batch is a part of the answer to a request of the peer's.
   *
   * @param ended called once with its outcome, if it was sent
   */
  public boolean answer(
      InetAddressAndPort peer,
      EncodedBatch batch,
      Part part,
      int inFlight,
      Consumer<Delivery> ended) {
    return send(
        peer,
        batch,
        ping().withCustomParam(BATCH, batch.bytes()).withCustomParam(ANSWER, part.encode()),
        inFlight,
        new AnswerToPart(counters.peer(peer), batch.hints(), ended));
  }

  private boolean send(
      InetAddressAndPort peer,
      EncodedBatch batch,
      Message.Builder<PingRequest> message,
      int inFlight,
      Answer answer) {
    PeerCounters known = answer.peer;
    if (!known.window.tryEnter(inFlight)) {
      return false;
    }
    known.sent.add(batch.hints());
    known.sentBatches.increment();
    known.sentBytes.add(batch.bytes().length);
    counters.sent.add(batch.hints());
    counters.sentBatches.increment();
    counters.sentBytes.add(batch.bytes().length);
    MessagingService.instance().sendWithCallback(message.build(), peer, answer);
    return true;
  }

  /**
   * Asks a peer for what is read most of what this node has.
   *
   * @param silent called when the peer has not taken the request
   */
  public void pull(InetAddressAndPort peer, HotSetRequest request, Runnable silent) {
    MessagingService.instance()
        .sendWithCallback(
            ping().withCustomParam(PULL, request.encode()).build(), peer, new Asked(silent));
  }

  private static Message.Builder<PingRequest> ping() {
    return Message.builder(Verb.PING_REQ, PingRequest.get(ConnectionType.SMALL_MESSAGES));
  }

  private record Asked(Runnable silent) implements RequestCallback<NoPayload> {

    @Override
    public void onResponse(Message<NoPayload> message) {}

    @Override
    public void onFailure(InetAddressAndPort from, RequestFailureReason reason) {
      silent.run();
    }

    @Override
    public boolean invokeOnFailure() {
      return true;
    }
  }

  private class Answer implements RequestCallback<NoPayload> {

    final PeerCounters peer;
    private final int hints;

    Answer(PeerCounters peer, int hints) {
      this.peer = peer;
      this.hints = hints;
    }

    @Override
    public void onResponse(Message<NoPayload> message) {
      peer.window.leave();
    }

    @Override
    public void onFailure(InetAddressAndPort from, RequestFailureReason reason) {
      peer.window.leave();
      peer.dropped.add(hints);
      counters.drop(DropReason.PEER_SILENT, hints);
    }

    @Override
    public boolean invokeOnFailure() {
      return true;
    }
  }

  private final class AnswerToPart extends Answer {

    private final Consumer<Delivery> ended;

    AnswerToPart(PeerCounters peer, int hints, Consumer<Delivery> ended) {
      super(peer, hints);
      this.ended = ended;
    }

    @Override
    public void onResponse(Message<NoPayload> message) {
      super.onResponse(message);
      ended.accept(Delivery.TAKEN);
    }

    @Override
    public void onFailure(InetAddressAndPort from, RequestFailureReason reason) {
      if (reason == REFUSED) {
        peer.window.leave();
        ended.accept(Delivery.REFUSED);
      } else {
        super.onFailure(from, reason);
        ended.accept(Delivery.UNANSWERED);
      }
    }
  }
}
