package io.amoeba.hints.capture;

import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.HintReplicas;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.hotset.HotSetServer;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.batch.Summary;
import io.amoeba.hints.protocol.capture.Holding;
import io.amoeba.hints.replay.HintInbox;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Each interval: takes the captured reads and sends them to who is cold. Confined to one thread.
 */
public final class HintSender {

  /** Less than four intervals of the default length, which are not exact, so that it is four. */
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(350);

  private final CapturedReads captured;
  private final BatchEncoder encoder;
  private final HintMessages messages;
  private final HintInbox inbox;
  private final HotSetServer hotSetServer;
  private final HintSettings settings;
  private final HintCounters counters;
  private final Holding holding;
  private HintReplicas replicas = new HintReplicas();

  public HintSender(
      CapturedReads captured,
      BatchEncoder encoder,
      HintMessages messages,
      HintInbox inbox,
      HotSetServer hotSetServer,
      HintSettings settings,
      HintCounters counters) {
    this.captured = captured;
    this.encoder = encoder;
    this.messages = messages;
    this.inbox = inbox;
    this.hotSetServer = hotSetServer;
    this.settings = settings;
    this.counters = counters;
    this.holding = new Holding(HELD_NANOS, System.nanoTime());
  }

  /** One interval's reads, unless they are so few that they wait for the next ones. */
  public void send() {
    int reads = captured.size();
    if (reads > 0
        && holding.isDue(reads, settings.minBatchSize(), captured.capacity(), System.nanoTime())) {
      sendCaptured();
    }
  }

  /** Sends parts of the hot set to peers that have asked for it. */
  public void answerPeers() {
    hotSetServer.answer(encoder, messages, settings.batchesInFlight());
  }

  private void sendCaptured() {
    List<Group> groups = groups(captured.take());
    Map<InetAddressAndPort, BitSet> groupsOfTarget = new HashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      for (InetAddressAndPort target : groups.get(i).targets()) {
        groupsOfTarget.computeIfAbsent(target, first -> new BitSet()).set(i);
      }
    }
    long now = System.currentTimeMillis();
    // Often several targets get the same: where each node has everything, all of them.
    Map<BitSet, List<EncodedBatch>> encoded = new HashMap<>();
    groupsOfTarget.forEach(
        (target, its) ->
            send(
                target,
                encoded.computeIfAbsent(its, same -> encoder.encode(hints(groups, same), now))));
  }

  /** Hints for the same targets. */
  private record Group(List<InetAddressAndPort> targets, List<ReadHint> hints) {}

  private List<Group> groups(Summary<InetAddressAndPort> summary) {
    if (replicas.isStale()) {
      replicas = new HintReplicas();
    }
    hotSetServer.begin(summary.size());
    // Equal targets are the same list: this is done for each hint.
    Map<List<InetAddressAndPort>, Group> groups = new IdentityHashMap<>();
    summary.forEach(
        (hint, reads) -> {
          if (!hint.isOfTokens()) {
            hotSetServer.add(hint, reads.count());
          }
          List<InetAddressAndPort> targets =
              replicas.targets(hint, reads.contacted(), settings.targets());
          if (targets.isEmpty()) {
            counters.withoutTarget.increment();
          } else {
            groups
                .computeIfAbsent(targets, first -> new Group(first, new ArrayList<>()))
                .hints()
                .add(hint);
          }
        });
    return List.copyOf(groups.values());
  }

  private static List<ReadHint> hints(List<Group> groups, BitSet wanted) {
    List<ReadHint> hints = new ArrayList<>();
    wanted.stream().forEach(group -> hints.addAll(groups.get(group).hints()));
    return hints;
  }

  private void send(InetAddressAndPort target, List<EncodedBatch> batches) {
    boolean self = target.equals(Peers.self());
    for (EncodedBatch batch : batches) {
      if (self) {
        // A coordinator that is a replica, and let others answer, is as cold as they would be.
        inbox.offer(target, batch.bytes());
      } else if (!messages.send(target, batch, settings.batchesInFlight())) {
        counters.peer(target).dropped.add(batch.hints());
        counters.drop(DropReason.PEER_BUSY, batch.hints());
      }
    }
  }
}
