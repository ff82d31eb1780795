package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Servers in memory, whose connections the test opens, delays, refuses and ends. */
@Timeout(value = 180, threadMode = ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("NullAway.Init") // open sets the deployment
class ReplicatedDeploymentTest {
  private static final RedisURI PRIMARY = RedisURI.create("127.0.0.1", 6379);
  private static final RedisURI FIRST = RedisURI.create("127.0.0.1", 6380);
  private static final RedisURI SECOND = RedisURI.create("127.0.0.1", 6381);
  private static final Duration UNBOUNDED = Duration.ofHours(1);

  private final RedisClient client = RedisClient.create();
  private final Map<RedisURI, InMemoryServer> servers = new LinkedHashMap<>();
  private ReplicatedDeployment deployment;

  @BeforeEach
  void start() {
    for (RedisURI node : List.of(FIRST, PRIMARY, SECOND)) {
      servers.put(node, new InMemoryServer());
    }
    server(PRIMARY).isPrimaryOf(2);
  }

  @AfterEach
  void end() {
    deployment.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }

  private InMemoryServer server(RedisURI node) {
    return Objects.requireNonNull(servers.get(node));
  }

  private void open(Duration connectTimeout) {
    deployment =
        Objects.requireNonNull(
            ReplicatedDeployment.open(
                client, new ToInMemoryServers(connectTimeout), List.copyOf(servers.keySet())));
  }

  /** Opened, and with a connection to each server that takes one. */
  private void openConnected() {
    open(UNBOUNDED);
    refresh();
  }

  private void refresh() {
    deployment.refresh().toCompletableFuture().join();
  }

  private RedisURI primary() {
    Topology topology = deployment.topology();
    return topology.uri(topology.shards().get(0).primary());
  }

  /** As the timer does it, only without its pauses. */
  private void refreshUntilThePrimaryIs(RedisURI node) {
    while (!primary().equals(node)) {
      refresh();
      Thread.onSpinWait();
    }
  }

  @Test
  void aPrimaryWhoseFirstConnectionIsStillBeingOpenedStays() {
    open(UNBOUNDED);
    server(PRIMARY).delayConnections();
    server(PRIMARY).isPrimaryOf(0);
    server(FIRST).isPrimaryOf(0);

    refresh();
    refresh();
    assertThat(primary()).isEqualTo(PRIMARY);

    server(PRIMARY).openDelayedConnections();
    refresh();
    assertThat(primary()).isEqualTo(PRIMARY);
    assertThat(deployment.topology().hasReplicas()).isFalse();
  }

  @Test
  void aPrimaryWhoseConnectionIsBeingReopenedStays() {
    openConnected();
    server(PRIMARY).delayConnections();
    server(PRIMARY).endConnections();
    server(FIRST).isPrimaryOf(0);

    while (server(PRIMARY).delayed() == 0) {
      refresh();
    }
    refresh();
    assertThat(primary()).isEqualTo(PRIMARY);

    server(PRIMARY).openDelayedConnections();
    refresh();
    assertThat(primary()).isEqualTo(PRIMARY);
    assertThat(deployment.topology().hasReplicas()).isTrue();
  }

  @Test
  void aConnectionThatEndsUnderTheQuestionIsOpenedAgainFirst() {
    openConnected();
    server(FIRST).isPrimaryOf(0);
    server(PRIMARY).delayConnections();
    server(PRIMARY).resetAtTheNextQuestion();

    refresh();

    assertThat(primary()).isEqualTo(PRIMARY);
  }

  /** It could be the one that has the replicas. */
  @Test
  void noOtherPrimaryIsTakenWhileAThirdServerIsUnasked() {
    open(UNBOUNDED);
    server(SECOND).delayConnections();
    server(PRIMARY).isReplica();
    server(FIRST).isPrimaryOf(0);
    server(SECOND).isPrimaryOf(1);

    refresh();
    refresh();
    assertThat(primary()).isEqualTo(PRIMARY);

    server(SECOND).openDelayedConnections();
    refreshUntilThePrimaryIs(SECOND);
  }

  @Test
  void aRefusedConnectionMakesWayForTheNewPrimary() {
    openConnected();
    server(PRIMARY).refuseConnections();
    server(PRIMARY).endConnections();
    server(FIRST).isPrimaryOf(1);

    refreshUntilThePrimaryIs(FIRST);
  }

  /** So is a host that is cut off, after its connections were open. */
  @Test
  void aServerThatDoesNotTellItsRoleIsGone() {
    openConnected();
    server(PRIMARY).hang();
    server(PRIMARY).delayConnections();
    server(FIRST).isPrimaryOf(1);

    refresh();

    assertThat(primary()).isEqualTo(FIRST);
  }

  @Test
  void aServerThatRefusesToTellItsRoleIsGone() {
    openConnected();
    server(PRIMARY).refuseQuestions();
    server(FIRST).isPrimaryOf(1);

    refresh();

    assertThat(primary()).isEqualTo(FIRST);
  }

  /** lettuce lets the greeting of a new connection take far longer than the connecting. */
  @Test
  void aConnectionThatNeverOpensDelaysTheNewPrimaryByTheConnectTimeoutOnly() {
    Duration connectTimeout = Duration.ofMillis(300);
    open(connectTimeout);
    server(PRIMARY).delayConnections();
    server(FIRST).isPrimaryOf(1);

    long startNanos = System.nanoTime();
    refreshUntilThePrimaryIs(FIRST);

    assertThat(System.nanoTime() - startNanos).isGreaterThan(connectTimeout.toNanos());
    assertThat(server(PRIMARY).delayed()).isEqualTo(1);
  }

  private final class ToInMemoryServers implements NodeConnector {
    private final Duration connectTimeout;

    ToInMemoryServers(Duration connectTimeout) {
      this.connectTimeout = connectTimeout;
    }

    @Override
    @SuppressWarnings("unchecked") // servers are asked in text
    public <K, V> CompletionStage<StatefulRedisConnection<K, V>> connect(
        RedisCodec<K, V> codec, RedisURI node) {
      return server(node).connect().thenApply(it -> (StatefulRedisConnection<K, V>) it);
    }

    @Override
    public ClientOptions options() {
      return ClientOptions.builder()
          .socketOptions(SocketOptions.builder().connectTimeout(connectTimeout).build())
          .build();
    }
  }
}
