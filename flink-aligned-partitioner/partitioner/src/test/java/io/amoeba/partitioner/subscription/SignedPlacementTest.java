package io.amoeba.partitioner.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.signature.PlacementSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscription with a secret, and a real HTTP server that has it, or has not. */
class SignedPlacementTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final EdgeId TOLL = new EdgeId("a1b2", "Toll");
  private static final TaskManagerIdentity TM = new TaskManagerIdentity("tm-1", "127.0.1.1");
  private static final Pattern CHALLENGE = Pattern.compile("challenge=([^&]+)");
  private static final String TEXT = "0123456789abcdef0123456789abcdef";
  private static final PlacementSecret SECRET = PlacementSecret.of(TEXT);

  @TempDir Path folder;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<RouterRegistration> registrations = new ArrayList<>();
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final RecordingLog log = RecordingLog.of(CoordinatorLink.class);
  private volatile Function<String, Answer> answers = challenge -> Answer.right(challenge, 1, 5);

  /** What the server says: a document, and the signature that goes with it. */
  private static final class Answer {
    private final byte[] document;
    private final @Nullable String signature;

    Answer(byte[] document, @Nullable String signature) {
      this.document = document;
      this.signature = signature;
    }

    static Answer right(String challenge, long version, long epoch) {
      byte[] document = Documents.oneEdge("c1", version, epoch, 1);
      return new Answer(document, SECRET.sign(challenge, document));
    }

    /** Without the secret on one side. */
    static Answer forged(String challenge) {
      byte[] document = Documents.oneEdge("c1", 1, 9, 2);
      PlacementSecret other = PlacementSecret.of(TEXT.replace('0', '1'));
      return new Answer(document, other.sign(challenge, document));
    }

    /** Altered in transit, by an attacker without the secret. */
    Answer tamperedWith() {
      String text = new String(document, StandardCharsets.UTF_8);
      String changed = text.replace("16383, 1]", "16383, 2]");
      assertThat(changed).isNotEqualTo(text);
      return new Answer(Documents.bytes(changed), signature);
    }
  }

  @BeforeEach
  void start() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), TEXT + "\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    System.setProperty(SubscriptionOptions.SECRET_FILE, secret.toString());
    System.setProperty(SubscriptionOptions.URL, address(serve()));
  }

  @AfterEach
  void stop() {
    registrations.forEach(RouterRegistration::close);
    log.stop();
    servers.forEach(server -> server.stop(0));
    executor.shutdownNow();
    System.clearProperty(SubscriptionOptions.URL);
    System.clearProperty(SubscriptionOptions.SECRET_FILE);
  }

  @Test
  void aSignedDocumentIsTakenAndSoIsTheNextOne() {
    PlacementSubscription subscription = subscribe();
    await().atMost(PATIENCE).until(() -> epochHeld(subscription) == 5);

    answers = challenge -> Answer.right(challenge, 2, 6);

    await().atMost(PATIENCE).until(() -> epochHeld(subscription) == 6);
    assertThat(subscription.refusedDocuments()).isZero();
    assertThat(subscription.connected()).isTrue();
  }

  @Test
  void anUnsignedDocumentIsRefusedUntilTheCoordinatorHasTheSecret() {
    answers = challenge -> new Answer(Documents.oneEdge("c1", 1, 9, 2), null);

    isRefused("it is not signed: give the coordinator the same secret as amoeba.placement.secret");
  }

  @Test
  void aDocumentThatIsSignedWithAnotherSecretIsRefused() {
    answers = Answer::forged;

    isRefused("its signature is wrong");
  }

  @Test
  void aDocumentThatWasChangedOnItsWayIsRefused() {
    answers = challenge -> Answer.right(challenge, 1, 5).tamperedWith();

    isRefused("its signature is wrong");
  }

  /** A recorded answer to another process is valid, but no answer to this one. */
  @Test
  void aRecordedDocumentIsRefusedByAProcessThatKnowsNothingYet() {
    List<Answer> recorded = new CopyOnWriteArrayList<>();
    answers =
        challenge -> {
          Answer answer = Answer.right(challenge, 1, 4);
          recorded.add(answer);
          return answer;
        };
    PlacementSubscription former = subscribe();
    await().atMost(PATIENCE).until(() -> epochHeld(former) == 4);
    Answer old = recorded.get(0);
    registrations.forEach(RouterRegistration::close);

    answers = challenge -> old;

    isRefused("has changed or replayed the answer");
  }

  @Test
  void anOlderEpochIsNotAppliedHoweverWellItIsSigned() {
    PlacementSubscription subscription = subscribe();
    await().atMost(PATIENCE).until(() -> epochHeld(subscription) == 5);

    answers = challenge -> Answer.right(challenge, 2, 4);

    await().atMost(PATIENCE).until(() -> subscription.staleMaps() > 0);
    assertThat(epochHeld(subscription)).isEqualTo(5);
  }

  @Test
  void aWordThatNothingIsNewIsSignedToo() throws Exception {
    HttpServer silent = server();
    silent.createContext("/", SignedPlacementTest::nothingNew);
    CoordinatorClient client = client(silent);

    assertThat(catchThrowable(() -> client.poll("c1", 1)))
        .isInstanceOf(UnsignedAnswerException.class);
    silent.removeContext("/");
    silent.createContext(
        "/",
        exchange -> {
          sign(exchange, SECRET.sign(challenge(exchange), new byte[0]));
          nothingNew(exchange);
        });

    assertThat(client.poll("c1", 1)).isNull();
  }

  @Test
  void afterARefusedAnswerTheOtherCoordinatorIsAsked() throws Exception {
    answers = Answer::forged;
    HttpServer other = server();
    other.createContext("/", exchange -> answer(exchange, Answer.right(challenge(exchange), 1, 5)));
    CoordinatorClient client = client(servers.get(0), other);

    assertThat(catchThrowable(() -> client.poll(null, 0)))
        .isInstanceOf(UnsignedAnswerException.class);

    assertThat(client.poll(null, 0)).isEqualTo(Documents.oneEdge("c1", 1, 5, 1));
  }

  /** A process that holds nothing takes nothing, says and reports it, and takes a right answer. */
  private void isRefused(String reason) {
    PlacementSubscription subscription = subscribe();
    await().atMost(PATIENCE).until(() -> subscription.refusedDocuments() >= 2);
    assertThat(subscription.placement(TOLL)).isNull();
    assertThat(subscription.connected()).isFalse();
    assertThat(log.containing(reason)).as("said once").isEqualTo(1);

    answers = challenge -> Answer.right(challenge, 2, 6);

    await().atMost(PATIENCE).until(() -> epochHeld(subscription) == 6);
    await()
        .atMost(PATIENCE)
        .until(() -> reports.stream().anyMatch(r -> r.matches(".*\"refusedMaps\":[1-9].*")));
  }

  private PlacementSubscription subscribe() {
    PlacementSubscription subscription = new PlacementSubscription(Duration.ofMillis(1));
    registrations.add(
        subscription.registerRouter(TM, TOLL, new RouterIdentity(0, 1, 7), placement -> {}));
    return subscription;
  }

  private static long epochHeld(PlacementSubscription subscription) {
    EdgePlacement placement = subscription.placement(TOLL);
    return placement == null ? -1 : placement.epoch();
  }

  private static CoordinatorClient client(HttpServer... servers) {
    List<URI> urls = new ArrayList<>();
    for (HttpServer server : servers) {
      urls.add(URI.create(address(server)));
    }
    return new CoordinatorClient(
        urls,
        SubscriptionOptions.fromProcess(),
        "tm-1",
        Duration.ofMillis(100),
        Duration.ofSeconds(30));
  }

  private HttpServer server() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(executor);
    server.start();
    servers.add(server);
    return server;
  }

  private HttpServer serve() throws IOException {
    HttpServer server = server();
    server.createContext(
        "/api/v1/placement", exchange -> answer(exchange, answers.apply(challenge(exchange))));
    server.createContext(
        "/api/v1/task-managers/",
        exchange -> {
          byte[] report = exchange.getRequestBody().readAllBytes();
          reports.add(new String(report, StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    return server;
  }

  private static void answer(HttpExchange exchange, Answer answer) throws IOException {
    sign(exchange, answer.signature);
    exchange.sendResponseHeaders(200, answer.document.length);
    exchange.getResponseBody().write(answer.document);
    exchange.close();
  }

  private static void nothingNew(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  private static void sign(HttpExchange exchange, @Nullable String signature) {
    if (signature != null) {
      exchange.getResponseHeaders().add(PlacementSecret.HEADER, signature);
    }
  }

  private static String challenge(HttpExchange exchange) {
    Matcher query = CHALLENGE.matcher(exchange.getRequestURI().getQuery());
    assertThat(query.find()).isTrue();
    return query.group(1);
  }

  private static String address(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }
}
