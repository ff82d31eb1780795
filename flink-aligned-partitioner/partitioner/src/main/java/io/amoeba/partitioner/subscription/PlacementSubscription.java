package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.MalformedPlacementException;
import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import io.amoeba.partitioner.placement.protocol.PlacementParser;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this process knows of every aligned edge, and who wants to hear of it. There is one per
 * process ({@link #shared()}) whatever the number of subtasks; it is connected while anything is
 * registered. Safe for concurrent use; no method blocks on the network.
 */
public final class PlacementSubscription {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementSubscription.class);
  private static final PlacementSubscription SHARED =
      new PlacementSubscription(Duration.ofSeconds(5));

  private final String copy = Cohort.toText(ThreadLocalRandom.current().nextLong());
  private final List<RouterRegistration> routers = new CopyOnWriteArrayList<>();
  private final List<GateRegistration> gates = new CopyOnWriteArrayList<>();
  private final DirectRegistrations directs = new DirectRegistrations();
  private final Placements placements = new Placements();
  private final AtomicLong refusedDocuments = new AtomicLong();
  private final AtomicLong unsignedDocuments = new AtomicLong();
  private final long keepEndedNanos;
  // Guarded by this, as is every change of the lists: a listener hears of placements in order.
  private final Map<GateRegistration, Long> ended = new HashMap<>();
  private @Nullable CoordinatorLink link;
  private final TermMemory terms;
  private boolean linkIsNamed;
  private boolean saidNoCoordinator;

  /** A subscription of its own, for tests; everybody else shares one. */
  PlacementSubscription(Duration keepEnded) {
    this(keepEnded, System::nanoTime);
  }

  PlacementSubscription(Duration keepEnded, LongSupplier nanos) {
    this.keepEndedNanos = keepEnded.toNanos();
    this.terms = new TermMemory(nanos);
  }

  /** The process's subscription. */
  public static PlacementSubscription shared() {
    return SHARED;
  }

  /**
   * Adds a router; its listener hears at once of what is already known.
   *
   * @throws IllegalArgumentException if the options of the coordinator are wrong
   */
  public synchronized RouterRegistration registerRouter(
      TaskManagerIdentity taskManager,
      EdgeId edge,
      RouterIdentity identity,
      PlacementListener listener) {
    connect(taskManager);
    RouterRegistration router = new RouterRegistration(this, edge, identity, listener);
    routers.add(router);
    tellKnown(edge, listener);
    return router;
  }

  /**
   * Adds a gate; its listener hears at once of what is already known.
   *
   * @throws IllegalArgumentException if the options of the coordinator are wrong
   */
  public synchronized GateRegistration registerGate(
      TaskManagerIdentity taskManager,
      EdgeId edge,
      int subtask,
      int parallelism,
      PlacementListener listener) {
    connect(taskManager);
    GateRegistration gate = new GateRegistration(this, edge, subtask, parallelism, listener);
    gates.removeIf(old -> ended.containsKey(old) && old.isSameSubtaskAs(gate));
    gates.add(gate);
    tellKnown(edge, listener);
    return gate;
  }

  /**
   * The registration of order-free partitioners towards an operator of some parallelism; the same
   * for all of them in this process, kept as long as one of them uses it.
   *
   * @param taskManager null where Flink does not say, as in a partitioner
   * @throws IllegalArgumentException if the options of the coordinator are wrong
   */
  public synchronized DirectRegistration registerDirect(
      @Nullable TaskManagerIdentity taskManager, String operator, int parallelism) {
    connect(taskManager);
    DirectRegistration known = directs.find(operator, parallelism);
    if (known != null) {
      return known;
    }
    DirectRegistration added = directs.add(operator, parallelism, placements.all());
    reportSoon();
    return added;
  }

  /**
   * Documents that broke a rule, or that the coordinator has not signed, and were refused as a
   * whole, since the process started.
   */
  public long refusedDocuments() {
    return refusedDocuments.get() + unsignedDocuments.get();
  }

  /** Maps that were older than the one held, and were not applied. */
  public long staleMaps() {
    return placements.stale();
  }

  /** Whether it keeps trying to be connected: there is a coordinator, and something registered. */
  public synchronized boolean subscribed() {
    return link != null;
  }

  /** Whether the last exchange with the coordinator went well. */
  public synchronized boolean connected() {
    return link != null && link.connected();
  }

  synchronized void remove(RouterRegistration router) {
    routers.remove(router);
    disconnectIfUnused();
    reportSoon();
  }

  synchronized void remove(GateRegistration gate, boolean keepReport) {
    if (keepReport && link != null) {
      ended.putIfAbsent(gate, System.nanoTime() + keepEndedNanos);
    } else if (!ended.containsKey(gate)) {
      gates.remove(gate);
      disconnectIfUnused();
    }
    reportSoon();
  }

  synchronized void reportSoon() {
    if (link != null) {
      link.reportSoon();
    }
  }

  /** Takes a document as a whole, or refuses it as a whole. */
  void accept(byte[] body, DocumentSink sink) {
    try {
      PlacementDocument document = PlacementParser.parse(body);
      synchronized (this) {
        terms.check(document);
        placements.refuseContradictions(document);
        if (!sink.accepted(document)) {
          return;
        }
        terms.shown(document);
        placements.hear(document.coordinator());
        document.edges().forEach(this::apply);
        placements.forget(document, this::isRegistered);
      }
      reportSoon();
    } catch (MalformedPlacementException e) {
      if (refusedDocuments.incrementAndGet() == 1) {
        LOG.warn(
            "Refused a placement document of the coordinator ({}); keeping the maps held."
                + " Check that coordinator and flink-aligned-partitioner are of one version."
                + " Further refusals are only counted.",
            e.getMessage());
      }
    }
  }

  /** Counts a document that was not signed and is not read. */
  void countUnsigned() {
    unsignedDocuments.incrementAndGet();
  }

  /** The coordinator of this document has nothing new to say. */
  synchronized void stillShown(PlacementDocument document) {
    terms.shown(document);
  }

  /** Hears of a document that is right, before it is applied. */
  interface DocumentSink {
    /** Whether it is still wanted: a link that was replaced may bring an older one late. */
    boolean accepted(PlacementDocument document);
  }

  private void apply(EdgePlacement news) {
    EdgePlacement merged = placements.merge(news);
    for (RouterRegistration router : routers) {
      if (router.edge().equals(news.edge())) {
        router.listener().placementChanged(merged);
      }
    }
    for (GateRegistration gate : gates) {
      if (gate.edge().equals(news.edge())) {
        gate.listener().placementChanged(merged);
      }
    }
    directs.offer(merged);
  }

  private boolean isRegistered(EdgeId edge) {
    return routers.stream().anyMatch(router -> router.edge().equals(edge))
        || gates.stream().anyMatch(gate -> gate.edge().equals(edge))
        || directs().stream().anyMatch(direct -> direct.operator().equals(edge.operator()));
  }

  private void tellKnown(EdgeId edge, PlacementListener listener) {
    EdgePlacement known = placements.of(edge);
    if (known != null) {
      listener.placementChanged(known);
    }
  }

  private void connect(@Nullable TaskManagerIdentity known) {
    if (link != null && (linkIsNamed || known == null)) {
      return;
    }
    SubscriptionOptions options = SubscriptionOptions.fromProcess();
    List<URI> urls = options.urls();
    if (urls.isEmpty()) {
      if (!saidNoCoordinator) {
        saidNoCoordinator = true;
        LOG.info(
            "No coordinator: {} is not set. Aligned edges keep the routing they have.",
            SubscriptionOptions.URL);
      }
      return;
    }
    TaskManagerIdentity name =
        (known != null
                ? known
                : new TaskManagerIdentity("process-" + ProcessHandle.current().pid(), "unknown"))
            .on(options.nodeHosts());
    CoordinatorLink opened =
        new CoordinatorLink(this, new CoordinatorClient(urls, options, name.id()), name);
    if (link != null) {
      link.stop(); // it speaks for a process whose name in Flink was not known
    }
    link = opened;
    linkIsNamed = known != null;
    link.start();
  }

  /** Drops ended gates whose reports have been kept long enough; disconnects if nothing is left. */
  synchronized void tidyUp() {
    long now = System.nanoTime();
    gates.removeIf(gate -> ended.containsKey(gate) && ended.get(gate) - now <= 0);
    ended.keySet().retainAll(gates);
    disconnectIfUnused();
  }

  private void disconnectIfUnused() {
    if (link != null && routers.isEmpty() && gates.isEmpty() && directs().isEmpty()) {
      link.stop();
      link = null;
    }
  }

  /**
   * Distinguishes this subscription from others of the same process: jobs that carry this jar in
   * their own have one each.
   */
  String copy() {
    return copy;
  }

  List<RouterRegistration> routers() {
    return routers;
  }

  List<GateRegistration> gates() {
    return gates;
  }

  List<DirectRegistration> directs() {
    return directs.alive();
  }

  @Nullable EdgePlacement placement(EdgeId edge) {
    return placements.of(edge);
  }
}
