package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import io.amoeba.partitioner.signature.PlacementSecret;
import io.amoeba.partitioner.subscription.PlacementSubscription;
import io.amoeba.partitioner.subscription.RouterIdentity;
import io.amoeba.partitioner.subscription.RouterRegistration;
import io.amoeba.partitioner.subscription.TaskManagerIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Task managers' own subscription, with a secret, at servers that have it or have not. */
class SignedPlacementTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final String URL = "amoeba.coordinator.url";
  private static final String SECRET_FILE = "amoeba.placement.secret.file";
  private static final String TEXT = "0123456789abcdef0123456789abcdef";
  private static final PlacementSecret SECRET = PlacementSecret.of(TEXT);
  private static final TaskManagerIdentity TM = new TaskManagerIdentity("tm-1", "127.0.1.1");

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path folder = Path.of("");
  private final PlacementSubscription subscription = PlacementSubscription.shared();
  private EdgeId edge = new EdgeId("job", "Toll");
  private final List<Long> heard = new CopyOnWriteArrayList<>();

  @BeforeEach
  void anEdgeOfItsOwn(TestInfo test) {
    edge = new EdgeId(test.getDisplayName(), "Toll"); // the subscription is the process's
  }

  @BeforeEach
  void giveTheSecret() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), TEXT);
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    System.setProperty(SECRET_FILE, secret.toString());
  }

  @AfterEach
  void takeItBack() {
    System.clearProperty(URL);
    System.clearProperty(SECRET_FILE);
  }

  @Test
  void aCoordinatorWithTheSecretIsBelieved() {
    long before = subscription.refusedDocuments();
    try (Fixture coordinator = coordinator(Optional.of(SECRET));
        RouterRegistration router = register(coordinator.server.address())) {
      router.report(1, 0);
      await().atMost(PATIENCE).until(() -> !heard.isEmpty());

      assertThat(subscription.refusedDocuments()).isEqualTo(before);
    }
  }

  @Test
  void coordinatorsWithoutTheSecretOrWithAnotherOneAreNot() {
    for (Optional<PlacementSecret> other :
        List.of(
            Optional.<PlacementSecret>empty(), Optional.of(PlacementSecret.of(TEXT + "other")))) {
      long before = subscription.refusedDocuments();
      try (Fixture coordinator = coordinator(other);
          RouterRegistration router = register(coordinator.server.address())) {
        router.report(1, 0);
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    coordinator.publisher.reports().stream()
                        .mapToLong(TaskManagerReport::refusedMaps)
                        .anyMatch(refused -> refused > before));

        assertThat(heard).isEmpty();
      }
    }
  }

  /** Another task manager's answer, word for word, to one that has been told nothing yet. */
  @Test
  void aCoordinatorsOwnAnswerIsNotBelievedASecondTime() throws Exception {
    HttpResponse<byte[]> recorded;
    String challenge = PlacementSecret.challenge();
    try (Fixture coordinator = coordinator(Optional.of(SECRET))) {
      coordinator.report(1, 0, 0);
      recorded = ask(coordinator, "?challenge=" + challenge);
    }
    assertThat(SECRET.isSignature(signature(recorded), challenge, recorded.body())).isTrue();
    long before = subscription.refusedDocuments();
    com.sun.net.httpserver.HttpServer replaying =
        com.sun.net.httpserver.HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    replaying.createContext("/", exchange -> repeat(exchange, recorded));
    replaying.start();
    try (RouterRegistration router =
        register("http://127.0.0.1:" + replaying.getAddress().getPort())) {
      router.report(1, 0);
      await().atMost(PATIENCE).until(() -> subscription.refusedDocuments() > before);

      assertThat(heard).isEmpty();
    } finally {
      replaying.stop(0);
    }
  }

  @Test
  void onlyAChallengeIsAnsweredBySignature() throws Exception {
    try (Fixture coordinator = coordinator(Optional.of(SECRET))) {
      assertThat(ask(coordinator, "").headers().firstValue(PlacementSecret.HEADER)).isEmpty();
      HttpResponse<byte[]> refused = ask(coordinator, "?challenge=short");
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).asString().contains("challenge must be 32 random bytes");

      String challenge = PlacementSecret.challenge();
      HttpResponse<byte[]> nothingNew =
          ask(coordinator, "?coordinator=this&version=1&challenge=" + challenge);

      assertThat(nothingNew.statusCode()).isEqualTo(204);
      assertThat(SECRET.isSignature(signature(nothingNew), challenge, new byte[0])).isTrue();
    }
  }

  private Fixture coordinator(Optional<PlacementSecret> secret) {
    Fixture coordinator = new Fixture(Fixture.open(), () -> LeaseSight.ALONE, secret);
    coordinator.edge = edge;
    coordinator.tell(1);
    return coordinator;
  }

  private RouterRegistration register(String url) {
    System.setProperty(URL, url);
    return subscription.registerRouter(
        TM, edge, new RouterIdentity(0, 1, 7), placement -> heard.add(placement.epoch()));
  }

  private static String signature(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue(PlacementSecret.HEADER).orElseThrow();
  }

  private static HttpResponse<byte[]> ask(Fixture coordinator, String query) throws Exception {
    URI uri = URI.create(coordinator.server.address() + "api/v1/placement" + query);
    return HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void repeat(HttpExchange exchange, HttpResponse<byte[]> recorded)
      throws IOException {
    exchange.getResponseHeaders().add(PlacementSecret.HEADER, signature(recorded));
    exchange.sendResponseHeaders(200, recorded.body().length);
    exchange.getResponseBody().write(recorded.body());
    exchange.close();
  }
}
