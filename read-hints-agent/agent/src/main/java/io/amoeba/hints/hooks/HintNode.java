package io.amoeba.hints.hooks;

import io.amoeba.agentkit.patch.AgentInstallation;
import io.amoeba.agentkit.views.AmoebaViews;
import io.amoeba.hints.agent.AgentOptions;
import io.amoeba.hints.agent.ReadHintsAgent;
import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.capture.HintSender;
import io.amoeba.hints.cluster.HintMessages;
import io.amoeba.hints.cluster.HintReceiver;
import io.amoeba.hints.cluster.Lz4Compression;
import io.amoeba.hints.cluster.Peers;
import io.amoeba.hints.hotset.HotSetClient;
import io.amoeba.hints.hotset.HotSetServer;
import io.amoeba.hints.operator.HintMetrics;
import io.amoeba.hints.operator.PeersTable;
import io.amoeba.hints.operator.ReadHints;
import io.amoeba.hints.operator.ReadHintsTable;
import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.BatchLimits;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import io.amoeba.hints.protocol.capture.CaptureBuffer;
import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import io.amoeba.hints.protocol.hotset.HotSetRequest;
import io.amoeba.hints.replay.FatalErrors;
import io.amoeba.hints.replay.HintInbox;
import io.amoeba.hints.replay.LoadWatch;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import io.amoeba.hints.settings.TableNames;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one node, and the thread that sends. */
final class HintNode implements HintReceiver {

  private static final Logger logger = LoggerFactory.getLogger(HintNode.class);
  private static final NoSpamLogger rareLogger =
      NoSpamLogger.getLogger(logger, 1, TimeUnit.MINUTES);

  private static final int MOST_SLEEP_MILLIS = 1_000;

  private final HintSettings settings;
  private final CapturedReads captured;
  private final HintCounters counters = new HintCounters(Peers::identity);
  private final HotSetServer hotSetServer;
  private final HintInbox inbox;
  private final HintMessages messages = new HintMessages(this, counters);
  private final HintSender sender;
  private final LoadWatch loadWatch;
  private final HotSetClient hotSetClient;
  private final AtomicBoolean warm = new AtomicBoolean();

  /** Set before the sender starts, then changed by its thread only. */
  private boolean advertised;

  private HintNode(AgentOptions options) {
    Lz4Compression lz4 = new Lz4Compression();
    settings = new HintSettings(options);
    captured = new CapturedReads(new CaptureBuffer<>(options.bufferEntries()), settings, counters);
    hotSetServer = new HotSetServer(options.hotSetEntries(), settings);
    loadWatch = new LoadWatch(settings);
    // What it decodes does not depend on what it sends: peers may have other options.
    inbox =
        new HintInbox(
            new BatchDecoder(BatchLimits.DEFAULTS, lz4), options.replay(), settings, counters);
    sender =
        new HintSender(
            captured,
            new BatchEncoder(options.lz4() ? lz4 : null),
            messages,
            inbox,
            hotSetServer,
            settings,
            counters);
    hotSetClient = new HotSetClient(messages, inbox, counters);
  }

  /** Called once, when the node gossips and before it joins. */
  static HintNode start() {
    AgentInstallation.State<AgentOptions> state = ReadHintsAgent.state();
    HintNode node = new HintNode(state.options());
    ReadHints bean =
        new ReadHints(
            state.report(),
            node.settings,
            node.counters,
            node.captured,
            node.hotSetServer,
            node.hotSetClient);
    bean.register();
    HintMetrics.register(node.counters, node.captured);
    AmoebaViews.add(
        new ReadHintsTable(node.settings, node.counters, node.captured, node.hotSetServer),
        new PeersTable(node.counters));
    node.inbox.start(state.options().replay().threads());
    node.messages.listen();
    node.advertised = Peers.advertise();
    node.startSending();
    logger.info("Read hints enabled (sending and receiving)");
    return node;
  }

  ReadCapture capture() {
    return new ReadCapture(settings, captured);
  }

  /** After this Cassandra begins to serve clients. */
  void beforeClients() {
    AgentInstallation.State<AgentOptions> state = ReadHintsAgent.state();
    logger.info("{}", state.report().text(state.options().toString()));
    // Not refused: the keyspace may be created later.
    TableNames.now()
        .problems(state.options().exclude())
        .forEach(problem -> logger.warn("{}. It excludes nothing until there is", problem));
    warmUp();
  }

  /** Once: a node that has joined is warm when it starts to serve clients. */
  void warmUp() {
    Duration limit = ReadHintsAgent.state().options().warmUpLimit();
    if (limit.isZero() || warm.getAndSet(true)) {
      return;
    }
    try {
      long reads = hotSetClient.pullAtStart(limit.toMillis());
      logger.info("Warmed up by {} reads of the peers' hot sets", reads);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startSending() {
    Thread thread = new Thread(this::sendForever, "ReadHintSender");
    thread.setDaemon(true);
    thread.start();
  }

  private void sendForever() {
    long nextTickNanos = System.nanoTime();
    int slept = 0;
    while (true) {
      try {
        // An interval may be a minute; one that an operator makes shorter, and peers, do not wait.
        int sleep = Math.min(settings.intervalMillis(), MOST_SLEEP_MILLIS);
        TimeUnit.MILLISECONDS.sleep(sleep);
        slept += sleep;
        if (slept >= settings.intervalMillis()) {
          slept = 0;
          sender.send();
        }
        sender.answerPeers();
        if (System.nanoTime() - nextTickNanos >= 0) {
          nextTickNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
          loadWatch.tick();
          counters.senderCpu(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
          // Where Cassandra is configured to gossip later.
          advertised = advertised || Peers.advertise();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (Throwable e) {
        // For example a keyspace that is dropped at this moment; the next interval has new reads.
        rareLogger.warn("Read hints of an interval were dropped", e);
        FatalErrors.report(e);
      }
    }
  }

  @Override
  public boolean received(InetAddressAndPort from, byte[] batch, byte @Nullable [] answer) {
    if (answer == null) {
      return inbox.offer(from, batch);
    }
    try {
      return hotSetClient.answered(from, Part.decode(answer), batch);
    } catch (MalformedBatchException e) {
      inbox.refuse(from, e);
      return true;
    }
  }

  @Override
  public boolean asked(InetAddressAndPort peer, byte[] request) {
    try {
      return hotSetServer.asks(peer, HotSetRequest.decode(request));
    } catch (MalformedBatchException e) {
      inbox.refuse(peer, e);
      return true;
    }
  }
}
