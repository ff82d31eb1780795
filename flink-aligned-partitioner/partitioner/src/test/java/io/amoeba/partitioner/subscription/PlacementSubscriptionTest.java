package io.amoeba.partitioner.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subscription against a real HTTP server. */
class PlacementSubscriptionTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final EdgeId TOLL = new EdgeId("a1b2", "Toll");
  private static final TaskManagerIdentity TM = new TaskManagerIdentity("tm-1", "127.0.1.1");

  @TempDir Path folder;

  private final List<HttpServer> servers = new ArrayList<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private final AtomicInteger polls = new AtomicInteger();
  private final PlacementSubscription subscription =
      new PlacementSubscription(Duration.ofMillis(1));
  private final List<RouterRegistration> registrations = new ArrayList<>();
  private final List<RecordingLog> logs = new ArrayList<>();
  private volatile byte[] document = Documents.oneEdge("c1", 1, 5, 1);

  @AfterEach
  void stop() {
    registrations.forEach(RouterRegistration::close);
    logs.forEach(RecordingLog::stop);
    servers.forEach(server -> server.stop(0));
    executor.shutdownNow();
    for (String key :
        List.of(
            SubscriptionOptions.URL,
            SubscriptionOptions.NODE_HOST,
            SubscriptionOptions.TOKEN_FILE,
            SubscriptionOptions.TRUST_STORE,
            SubscriptionOptions.TRUST_STORE_PASSWORD_FILE)) {
      System.clearProperty(key);
    }
  }

  @Test
  void aDocumentReachesEveryListenerAndIsReportedAsPrepared() throws Exception {
    serve(HttpServer.create(loopback(0), 0), "http");
    List<Long> heard = new CopyOnWriteArrayList<>();

    RouterRegistration router = register(0, placement -> heard.add(placement.epoch()));
    router.report(3, 0);
    GateRegistration gate =
        subscription.registerGate(TM, TOLL, 2, 3, placement -> heard.add(placement.epoch()));

    await().atMost(PATIENCE).until(() -> heard.contains(5L) && heard.size() >= 2);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                reports.stream()
                    .anyMatch(r -> r.contains("\"prepared\":5") && r.contains("\"version\":1")));
    gate.close(false);
  }

  @Test
  void aRouterThatLooksLateDecidesByTheNewestDocument() {
    RouterRegistration router = register(0, placement -> {});
    subscription.accept(Documents.oneEdge("former", 1, 5, 0), document -> true);
    subscription.accept(Documents.oneEdge("next", 1, 6, 1), document -> true);

    long decided = router.decide(EdgePlacement::epoch, epoch -> epoch, 4L);

    assertThat(decided).isEqualTo(6);
    assertThat(router.activeEpoch()).isEqualTo(6);
  }

  @Test
  void ofAnEarlierCoordinatorsWordOnlyTheMapRemains() {
    register(0, placement -> {});
    subscription.accept(Documents.oneEdge("former", 1, 5, 0), document -> true);
    EdgePlacement before = Objects.requireNonNull(subscription.placement(TOLL));
    assertThat(before.committed()).isTrue();

    subscription.accept(
        Documents.bytes("{\"coordinator\": \"next\", \"version\": 1, \"edges\": []}"),
        document -> true);

    EdgePlacement after = Objects.requireNonNull(subscription.placement(TOLL));
    assertThat(after.map()).isEqualTo(before.map());
    assertThat(after.committed()).isFalse();
    assertThat(after.completed()).isNull();
    assertThat(after.finished()).isEmpty();
  }

  @Test
  void noDocumentIsAcceptedWhileARouterDecides() throws Exception {
    RouterRegistration router = register(0, placement -> {});
    subscription.accept(Documents.oneEdge("former", 1, 5, 0), document -> true);
    Thread next =
        new Thread(
            () ->
                subscription.accept(
                    Documents.oneEdge("next", 1, 6, 1), document -> router.activeEpoch() == 5));

    router.decide(
        placement -> {
          next.start();
          await().atMost(PATIENCE).until(() -> next.getState() == Thread.State.BLOCKED);
          return placement.epoch();
        },
        epoch -> epoch,
        4L);

    next.join();
    assertThat(epochHeld()).isEqualTo(6);
  }

  @Test
  void theHostsOfTheMachineAreReportedBesideFlinksHost() throws Exception {
    System.setProperty(SubscriptionOptions.NODE_HOST, "10.0.0.11,node-1");
    serve(HttpServer.create(loopback(0), 0), "http");

    register(0, placement -> {});

    await()
        .atMost(PATIENCE)
        .until(
            () ->
                reports.stream()
                    .anyMatch(
                        r ->
                            r.contains("\"host\":\"127.0.1.1\"")
                                && r.contains("\"nodeHosts\":[\"10.0.0.11\",\"node-1\"]")));
  }

  @Test
  void thereIsOneConnectionHoweverManySubtasksAndItsThreadsEndWithTheLast() throws Exception {
    serve(HttpServer.create(loopback(0), 0), "http");

    for (int subtask = 0; subtask < 50; subtask++) {
      register(subtask, placement -> {});
    }
    await().atMost(PATIENCE).until(subscription::connected); // who never was says no farewell
    assertThat(threads()).hasSize(2).allMatch(Thread::isDaemon);

    registrations.forEach(RouterRegistration::close);
    assertThat(subscription.subscribed()).isFalse();
    await().atMost(PATIENCE).atMost(Duration.ofSeconds(10)).until(() -> threads().isEmpty());
    assertThat(reports.get(reports.size() - 1)).contains("\"routers\":[]");
  }

  @Test
  void threadsDoNotKeepTheClassLoaderOfTheJobThatCameFirst() throws Exception {
    serve(HttpServer.create(loopback(0), 0), "http");
    ClassLoader ofTheJob = new ClassLoader(getClass().getClassLoader()) {};
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(ofTheJob);
    try {
      register(0, placement -> {});
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    await().atMost(PATIENCE).until(() -> polls.get() > 0);

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getContextClassLoader() == ofTheJob);
  }

  @Test
  void aLostCoordinatorIsSaidOnceAndTriedAgainUntilItIsBack() throws Exception {
    RecordingLog log = recordLinks();
    HttpServer first = serve(HttpServer.create(loopback(0), 0), "http");
    int port = first.getAddress().getPort();
    register(0, placement -> {});
    await().atMost(PATIENCE).until(subscription::connected);

    first.stop(0);
    await().atMost(PATIENCE).until(() -> log.containing("cannot be reached") > 0);
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ofMillis(1_500))
        .until(() -> true); // several attempts fail
    assertThat(log.containing("cannot be reached")).isEqualTo(1);
    assertThat(subscription.connected()).isFalse();
    document = Documents.oneEdge("c2", 1, 6, 0);
    serve(HttpServer.create(loopback(port), 0), "http");

    await().atMost(PATIENCE).until(() -> log.containing(port + " is back") == 1);
    await().atMost(PATIENCE).until(() -> epochHeld() == 6);
    assertThat(log.containing("cannot be reached")).isEqualTo(1);
  }

  @Test
  void aRefusedDocumentIsCountedAndTheMapKept() throws Exception {
    serve(HttpServer.create(loopback(0), 0), "http");
    register(0, placement -> {});
    await().atMost(PATIENCE).until(() -> epochHeld() == 5);

    document = Documents.edge("c1", 2, 6, "[[0, 5, 1]]");

    await().atMost(PATIENCE).until(() -> subscription.refusedDocuments() == 1);
    assertThat(epochHeld()).isEqualTo(5);
    await()
        .atMost(PATIENCE)
        .until(() -> reports.stream().anyMatch(r -> r.contains("\"refusedMaps\":1")));
  }

  @Test
  void anOlderEpochIsNeverAppliedAndTheSameWithOtherOwnersRefused() {
    subscription.accept(Documents.oneEdge("c1", 1, 5, 1), known -> true);

    subscription.accept(Documents.oneEdge("c2", 1, 4, 0), known -> true);
    assertThat(epochHeld()).isEqualTo(5);
    assertThat(subscription.staleMaps()).isEqualTo(1);
    subscription.accept(Documents.oneEdge("c2", 2, 5, 0), known -> true);

    assertThat(epochHeld()).isEqualTo(5);
    assertThat(subscription.refusedDocuments()).isEqualTo(1);
  }

  @Test
  void aLeaderOfAnEarlierTermIsNotHeard() {
    subscription.accept(Documents.oneEdge("c1", 7, 1, 5, 1), known -> true);
    subscription.accept(Documents.oneEdge("c2", 8, 1, 6, 1), known -> true);
    assertThat(epochHeld()).isEqualTo(6);

    subscription.accept(Documents.oneEdge("c1", 7, 2, 9, 1), known -> true);
    subscription.accept(Documents.oneEdge("c3", 1, 9, 1), known -> true);

    assertThat(epochHeld()).as("of terms 7 and none").isEqualTo(6);
    assertThat(subscription.refusedDocuments()).isEqualTo(2);
    subscription.accept(Documents.oneEdge("c2", 8, 2, 7, 1), known -> true);
    assertThat(epochHeld()).isEqualTo(7);
  }

  @Test
  void aTermThatCannotHaveComeYetIsRefused() {
    subscription.accept(Documents.oneEdge("x", Long.MAX_VALUE, 1, 5, 1), known -> true);
    assertThat(subscription.placement(TOLL)).isNull();
    subscription.accept(Documents.oneEdge("c1", 7, 1, 5, 1), known -> true);

    subscription.accept(Documents.oneEdge("x", 1_008, 1, 6, 1), known -> true);
    subscription.accept(Documents.oneEdge("x", 1L << 62, 1, 6, 1), known -> true);
    assertThat(epochHeld()).isEqualTo(5);
    assertThat(subscription.refusedDocuments()).isEqualTo(3);

    subscription.accept(Documents.oneEdge("c2", 8, 1, 6, 1), known -> true);
    assertThat(epochHeld()).isEqualTo(6);
  }

  @Test
  void aForgedTermIsForgottenSomeTimeAfterItsLastDocument() {
    AtomicLong nanos = new AtomicLong();
    PlacementSubscription own = new PlacementSubscription(Duration.ZERO, nanos::get);
    own.accept(Documents.oneEdge("c1", 7, 1, 5, 1), known -> true);
    own.accept(Documents.oneEdge("x", 900, 1, 6, 1), known -> true);
    nanos.addAndGet(Duration.ofMinutes(14).toNanos());

    own.accept(Documents.oneEdge("c1", 7, 2, 7, 1), known -> true);
    assertThat(own.refusedDocuments()).as("a leader may have been paused").isEqualTo(1);
    nanos.addAndGet(Duration.ofMinutes(2).toNanos());
    own.accept(Documents.oneEdge("c1", 7, 3, 7, 1), known -> true);

    assertThat(own.refusedDocuments()).isEqualTo(1);
    assertThat(Objects.requireNonNull(own.placement(TOLL)).epoch()).isEqualTo(7);
    own.accept(Documents.oneEdge("c0", 6, 1, 8, 1), known -> true);
    assertThat(own.refusedDocuments()).as("term 7 counts again").isEqualTo(2);
  }

  @Test
  void aForgedMapThatCouldNeverBeReplacedGivesWay() {
    DirectRegistration direct = subscription.registerDirect(null, "Toll", 3);
    subscription.accept(Documents.oneEdge("c1", 1, 5, 1), known -> true);
    subscription.accept(Documents.oneEdge("x", 1, EpochBounds.LARGEST, 2), known -> true);
    assertThat(epochHeld()).isEqualTo(EpochBounds.LARGEST);

    subscription.accept(Documents.oneEdge("c1", 2, 6, 0), known -> true);

    assertThat(epochHeld()).isEqualTo(6);
    assertThat(direct.epoch()).isEqualTo(6);
  }

  @Test
  void messagesOfAReplacedLinkAreNotApplied() {
    subscription.accept(Documents.oneEdge("c1", 1, 5, 1), known -> false);

    assertThat(subscription.placement(TOLL)).isNull();
  }

  @Test
  void anOrderFreeEdgeTakesCommittedMapsOfItsParallelismAlone() {
    DirectRegistration three = subscription.registerDirect(null, "Toll", 3);
    DirectRegistration two = subscription.registerDirect(null, "Toll", 2);
    assertThat(subscription.registerDirect(null, "Toll", 3)).isSameAs(three);

    subscription.accept(Documents.oneEdge("c1", 1, 5, 1), known -> true);
    subscription.accept(Documents.oneEdge("c1", 2, 4, 0), known -> true);

    assertThat(three.epoch()).isEqualTo(5);
    assertThat(two.map()).isNull();
    assertThat(two.mapAgeMillis()).isZero();
  }

  @Test
  void theTokenIsSentAndTheServersCertificateChecked() throws Exception {
    Path store = certificate();
    HttpsServer server = HttpsServer.create(loopback(0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(serverSide(store)));
    serve(server, "https");
    System.setProperty(
        SubscriptionOptions.TOKEN_FILE,
        Files.writeString(folder.resolve("token"), "token-1\n").toString());

    RecordingLog log = recordLinks();
    RouterRegistration untrusting = register(0, placement -> {});
    await().atMost(PATIENCE).until(() -> log.containing("cannot be reached") == 1);
    untrusting.close();
    assertThat(polls).hasValue(0);
    trust(store);
    register(0, placement -> {});

    await().atMost(PATIENCE).until(() -> epochHeld() == 5);
    await().atMost(PATIENCE).until(() -> !reports.isEmpty());
    assertThat(tokens).isNotEmpty().containsOnly("Bearer token-1");
  }

  @Test
  void anExpiredCertificateIsNotTrustedEvenIfItIsInTheStore() throws Exception {
    Path store = certificate("-startdate", "-10d", "-validity", "5");
    HttpsServer server = HttpsServer.create(loopback(0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(serverSide(store)));
    serve(server, "https");
    trust(store);
    RecordingLog log = recordLinks();

    register(0, placement -> {});

    await().atMost(PATIENCE).until(() -> log.containing("cannot be reached") == 1);
    assertThat(polls).hasValue(0);
  }

  private Path certificate(String... more) throws IOException, InterruptedException {
    Path store = folder.resolve("store.p12");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(List.of("-genkeypair", "-alias", "c", "-keyalg", "EC"));
    words.addAll(List.of("-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1"));
    words.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    words.addAll(List.of("-storepass", "secret"));
    words.addAll(List.of(more));
    Process keytool = new ProcessBuilder(words).redirectErrorStream(true).start();
    assertThat(keytool.waitFor()).isZero();
    return store;
  }

  private void trust(Path store) throws IOException {
    System.setProperty(SubscriptionOptions.TRUST_STORE, store.toString());
    System.setProperty(
        SubscriptionOptions.TRUST_STORE_PASSWORD_FILE,
        Files.writeString(folder.resolve("password"), "secret").toString());
  }

  private RouterRegistration register(int subtask, PlacementListener listener) {
    RouterRegistration router =
        subscription.registerRouter(TM, TOLL, new RouterIdentity(subtask, 50, 7), listener);
    registrations.add(router);
    return router;
  }

  private RecordingLog recordLinks() {
    RecordingLog log = RecordingLog.of(CoordinatorLink.class);
    logs.add(log);
    return log;
  }

  private long epochHeld() {
    EdgePlacement placement = subscription.placement(TOLL);
    return placement == null ? -1 : placement.epoch();
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("amoeba-placement"))
        .toList();
  }

  private static InetSocketAddress loopback(int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
  }

  private HttpServer serve(HttpServer server, String scheme) {
    server.setExecutor(executor);
    server.createContext(
        "/api/v1/placement",
        exchange -> {
          polls.incrementAndGet();
          tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          byte[] body = document;
          String known = "coordinator=c1&version=1";
          if (exchange.getRequestURI().getQuery().contains(known)
              && body == document
              && new String(body, java.nio.charset.StandardCharsets.UTF_8)
                  .contains("\"c1\", \"version\": 1,")) {
            await().atMost(PATIENCE).pollDelay(Duration.ofMillis(100)).until(() -> true);
            exchange.sendResponseHeaders(204, -1);
          } else {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.createContext(
        "/api/v1/task-managers/tm-1",
        exchange -> {
          tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          reports.add(
              new String(
                  exchange.getRequestBody().readAllBytes(),
                  java.nio.charset.StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    servers.add(server);
    System.setProperty(
        SubscriptionOptions.URL, scheme + "://127.0.0.1:" + server.getAddress().getPort());
    return server;
  }

  private static SSLContext serverSide(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "secret".toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "secret".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
