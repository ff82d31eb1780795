package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The order of commands on one hash slot, with other threads' steps in between. What lies behind
 * lettuce's connection is replaced, and the time.
 */
class RetriedConnectionTest {
  private static final String KEY = "key";
  private static final long FIRST_PAUSE_MILLIS = 50;

  private final ClientResources resources = ClientResources.create();
  private final RecordingServers servers = new RecordingServers(resources);
  private final EmbeddedChannel clock = new EmbeddedChannel();
  private final RetriedConnection<String, String> connection = connection();
  private final List<RedisFuture<String>> requests = new ArrayList<>();

  private RetriedConnection<String, String> connection() {
    clock.freezeTime();
    return new RetriedConnection<>(
        servers,
        RecordingServers.NO_PUSHES,
        StringCodec.UTF8,
        Duration.ofMinutes(1),
        () -> {
          throw new AssertionError("no command has JSON");
        },
        clock.eventLoop(),
        Duration.ofMinutes(5)) {
      @Override
      public Partitions getPartitions() {
        return servers.topology();
      }

      @Override
      public CompletableFuture<StatefulRedisConnection<String, String>> getConnectionAsync(
          String host, int port) {
        return servers.connection();
      }
    };
  }

  @AfterEach
  void end() {
    resources.shutdown(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private void send(String value) {
    requests.add(connection.async().set(KEY, value));
  }

  /** Until after all pauses. */
  private void elapse() {
    for (int pause = 0; pause < 5; pause++) {
      clock.advanceTimeBy(1, TimeUnit.SECONDS);
      clock.runScheduledPendingTasks();
    }
  }

  /** Another task of the client's threads, right after the one that sends after the first pause. */
  private void afterFirstPause(Runnable task) {
    var unused = clock.eventLoop().schedule(task, FIRST_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void assertExecuted(String... values) {
    assertThat(servers.executed()).containsExactly(values);
    assertThat(requests).hasSize(values.length).allMatch(RedisFuture::isDone);
  }

  @Test
  void aBatchKeepsItsOrderWhenThePrimaryIsReplacedWhileItIsSentAgain() {
    servers.refuse(true);
    List.of("1", "2", "3").forEach(this::send);
    servers.refuse(false);
    servers.afterNext(servers::replacePrimary);

    elapse();
    connection.clusterChanged();
    elapse();

    assertExecuted("1", "2", "3");
  }

  @Test
  void aCommandTakesEarlierOnesAlongThatWaitForAReplacedPrimary() {
    send("1");
    servers.replacePrimary();
    send("2");

    elapse();
    connection.clusterChanged();
    elapse();

    assertExecuted("1", "2");
  }

  @Test
  void commandsLineUpUntilTheConnectionToTheirServerIsOpen() {
    servers.replacePrimary();
    servers.holdConnections();
    List.of("1", "2").forEach(this::send);
    elapse();
    assertThat(servers.executed()).isEmpty();

    servers.open();
    send("3");
    elapse();

    assertExecuted("1", "2", "3");
  }

  @Test
  void commandsThatAreSentAgainLineUpUntilTheConnectionToTheNewPrimaryIsOpen() {
    List.of("1", "2").forEach(this::send);
    servers.holdConnections();
    servers.replacePrimary();
    // Those that follow in the same task find it open.
    afterFirstPause(servers::open);
    send("3");

    elapse();
    elapse();

    assertExecuted("1", "2", "3");
  }

  @Test
  void aConnectionThatCannotBeOpenedIsOpenedAgain() {
    servers.replacePrimary();
    servers.holdConnections();
    send("1");
    servers.failToOpen();
    elapse();
    assertThat(servers.executed()).isEmpty();

    servers.open();
    elapse();

    assertExecuted("1");
  }

  @Test
  void aCommandDoesNotOvertakeWaitingOnesThatAreBeingSent() {
    servers.replacePrimary();
    servers.refuse(true);
    List.of("1", "2").forEach(this::send);
    servers.refuse(false);
    servers.afterNext(() -> send("3"));

    elapse();

    assertExecuted("1", "2", "3");
  }

  @Test
  void aHashSlotWithoutWaitingCommandsIsSentToAtOnceAgain() {
    servers.replacePrimary();
    servers.refuse(true);
    send("1");
    servers.refuse(false);
    elapse();

    send("2");

    assertExecuted("1", "2");
  }

  @Test
  void refusedCommandsKeepTheirOrderInEveryFurtherAttempt() {
    servers.replacePrimary();
    servers.refuse(true);
    List.of("1", "2", "3").forEach(this::send);
    elapse();
    servers.afterNext(() -> servers.refuse(true));
    servers.refuse(false);
    elapse();
    servers.refuse(false);

    elapse();

    assertExecuted("1", "2", "3");
  }

  @Test
  void aRefusedCommandPausesWhileOthersAreHandedOver() {
    servers.replacePrimary();
    servers.refuse(true);
    send("0");
    servers.refuse(false);
    servers.afterNext(() -> send("1"));
    afterFirstPause(
        () -> {
          servers.refuse(true);
          requests.add(connection.async().set("another key", "refused"));
          servers.refuse(false);
        });

    clock.advanceTimeBy(FIRST_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    clock.runScheduledPendingTasks();
    assertThat(servers.executed()).containsExactly("0", "1");

    elapse();
    assertExecuted("0", "1", "refused");
  }

  /** A thread of the client serves others, too, while callers go on adding commands. */
  @Test
  void oneTaskSendsTheCommandsThatWaitedAtItsBegin() {
    int added = 20;
    servers.replacePrimary();
    servers.refuse(true);
    send("0");
    send("1");
    servers.refuse(false);
    servers.afterEach(
        () -> {
          if (requests.size() < added) {
            send(String.valueOf(requests.size()));
          }
        });
    List<Integer> executedBefore = new ArrayList<>();
    afterFirstPause(() -> executedBefore.add(servers.executed().size()));

    elapse();

    assertThat(executedBefore).containsExactly(2);
    assertExecuted(IntStream.range(0, added).mapToObj(String::valueOf).toArray(String[]::new));
  }
}
