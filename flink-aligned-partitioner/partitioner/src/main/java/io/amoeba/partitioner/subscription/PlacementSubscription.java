package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.PlacementMap;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
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
  private static final PlacementSubscription SHARED = new PlacementSubscription();

  private final List<RouterRegistration> routers = new CopyOnWriteArrayList<>();
  private final List<GateRegistration> gates = new CopyOnWriteArrayList<>();
  // Held weakly: a partitioner is never told that its job has ended.
  private final List<WeakReference<DirectRegistration>> directs = new CopyOnWriteArrayList<>();
  private final Map<EdgeId, EdgePlacement> placements = new ConcurrentHashMap<>();
  private final AtomicLong refusedDocuments = new AtomicLong();
  private final AtomicLong staleMaps = new AtomicLong();
  private @Nullable CoordinatorLink link; // guarded by this

  /** A subscription of its own, for tests; everybody else shares one. */
  PlacementSubscription() {}

  /** The process's subscription. */
  public static PlacementSubscription shared() {
    return SHARED;
  }

  /**
   * Adds a router; its listener hears at once of what is already known.
   *
   * @throws IllegalArgumentException if the options of the coordinator are wrong
   */
  public RouterRegistration registerRouter(
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
  public GateRegistration registerGate(
      TaskManagerIdentity taskManager,
      EdgeId edge,
      int subtask,
      int parallelism,
      PlacementListener listener) {
    connect(taskManager);
    GateRegistration gate = new GateRegistration(this, edge, subtask, parallelism, listener);
    gates.add(gate);
    tellKnown(edge, listener);
    return gate;
  }

  /**
   * The registration of order-free partitioners towards an operator of some parallelism; the same
   * for all of them in this process, kept as long as one of them uses it.
   *
   * @throws IllegalArgumentException if the options of the coordinator are wrong
   */
  public synchronized DirectRegistration registerDirect(String operator, int parallelism) {
    for (DirectRegistration direct : directs()) {
      if (direct.operator().equals(operator) && direct.parallelism() == parallelism) {
        return direct;
      }
    }
    connect(new TaskManagerIdentity("process-" + ProcessHandle.current().pid(), "unknown"));
    DirectRegistration direct = new DirectRegistration(operator, parallelism);
    directs.add(new WeakReference<>(direct));
    placements.values().forEach(placement -> offerDirect(direct, placement));
    reportSoon();
    return direct;
  }

  /** Documents that broke a rule and were refused as a whole, since the process started. */
  public long refusedDocuments() {
    return refusedDocuments.get();
  }

  /** Maps that were older than the one held, and were not applied. */
  public long staleMaps() {
    return staleMaps.get();
  }

  /** Whether the last exchange with the coordinator went well. */
  public synchronized boolean connected() {
    return link != null && link.connected();
  }

  void remove(RouterRegistration router) {
    routers.remove(router);
    disconnectIfUnused();
    reportSoon();
  }

  void remove(GateRegistration gate) {
    gates.remove(gate);
    disconnectIfUnused();
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
      for (EdgePlacement placement : document.edges()) {
        refuseContradiction(placement);
      }
      sink.accepted(document);
      document.edges().forEach(this::apply);
      forgetUnused(document);
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

  /** Receives a document that has been accepted, before it is applied. */
  interface DocumentSink {
    void accepted(PlacementDocument document);
  }

  private void refuseContradiction(EdgePlacement placement) throws MalformedPlacementException {
    EdgePlacement held = placements.get(placement.edge());
    PlacementMap map = placement.map();
    PlacementMap heldMap = held == null ? null : held.map();
    if (map != null
        && heldMap != null
        && map.epoch() == heldMap.epoch()
        && !map.sameOwners(heldMap)) {
      throw new MalformedPlacementException(
          placement.edge() + ": epoch " + map.epoch() + " has other owners than before");
    }
  }

  private void apply(EdgePlacement news) {
    EdgePlacement held = placements.get(news.edge());
    EdgePlacement merged = news;
    if (held != null && held.epoch() > news.epoch()) {
      // An older epoch is never applied; what it says of completion is still news.
      if (news.epoch() > 0) {
        staleMaps.incrementAndGet();
      }
      merged =
          new EdgePlacement(
              news.edge(),
              held.map(),
              held.committed() ? EdgePlacement.Phase.COMMIT : EdgePlacement.Phase.PREPARE,
              news.completed(),
              news.finished());
    }
    placements.put(news.edge(), merged);
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
    for (DirectRegistration direct : directs()) {
      offerDirect(direct, merged);
    }
  }

  private static void offerDirect(DirectRegistration direct, EdgePlacement placement) {
    PlacementMap map = placement.map();
    if (map != null
        && placement.committed()
        && placement.edge().operator().equals(direct.operator())) {
      direct.offer(map);
    }
  }

  private void forgetUnused(PlacementDocument document) {
    List<EdgeId> listed = new ArrayList<>();
    document.edges().forEach(edge -> listed.add(edge.edge()));
    placements.keySet().removeIf(edge -> !listed.contains(edge) && !isRegistered(edge));
  }

  private boolean isRegistered(EdgeId edge) {
    return routers.stream().anyMatch(router -> router.edge().equals(edge))
        || gates.stream().anyMatch(gate -> gate.edge().equals(edge))
        || directs().stream().anyMatch(direct -> direct.operator().equals(edge.operator()));
  }

  private void tellKnown(EdgeId edge, PlacementListener listener) {
    EdgePlacement known = placements.get(edge);
    if (known != null) {
      listener.placementChanged(known);
    }
  }

  private synchronized void connect(TaskManagerIdentity taskManager) {
    if (link != null) {
      return;
    }
    SubscriptionOptions options = SubscriptionOptions.fromProcess();
    URI url = options.url();
    if (url == null) {
      LOG.info(
          "No coordinator: {} is not set. Aligned edges keep the routing they have.",
          SubscriptionOptions.URL);
      return;
    }
    link =
        new CoordinatorLink(
            this, new CoordinatorClient(url, options, taskManager.id()), taskManager);
    link.start();
  }

  synchronized void disconnectIfUnused() {
    if (link != null && routers.isEmpty() && gates.isEmpty() && directs().isEmpty()) {
      link.stop();
      link = null;
    }
  }

  List<RouterRegistration> routers() {
    return routers;
  }

  List<GateRegistration> gates() {
    return gates;
  }

  List<DirectRegistration> directs() {
    List<DirectRegistration> alive = new ArrayList<>();
    for (WeakReference<DirectRegistration> reference : directs) {
      DirectRegistration direct = reference.get();
      if (direct == null) {
        directs.remove(reference);
      } else {
        alive.add(direct);
      }
    }
    return alive;
  }

  @Nullable EdgePlacement placement(EdgeId edge) {
    return placements.get(edge);
  }
}
