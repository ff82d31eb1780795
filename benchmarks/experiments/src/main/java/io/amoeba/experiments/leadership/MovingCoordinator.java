package io.amoeba.experiments.leadership;

import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.experiments.Waiting;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.observe.OrderedPlan;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A coordinator of the servers of a group, as a process of its own. It changes nothing without an
 * order. Closing ends it. Confined to one thread.
 */
final class MovingCoordinator implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final Duration LONGEST_AWAY = Duration.ofHours(2);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final String HOST = "127.0.0.1";

  private final ServerLauncher launcher;
  private final List<String> command;
  private final CoordinatorClient client;
  private ServerProcess process;

  private MovingCoordinator(
      ServerLauncher launcher, List<String> command, CoordinatorClient client) {
    this.launcher = launcher;
    this.command = command;
    this.client = client;
    this.process = launch();
  }

  /** Starts it, and waits until it answers. */
  static MovingCoordinator start(Group group) {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    ServerLauncher launcher =
        ServerLauncher.open(RunFolder.create(parent, /* keep= */ false), crashed -> {});
    boolean started = false;
    try {
      int port = new FreePorts(new Random()).next(HOST);
      String configuration =
          """
          mode: propose
          redis: {endpoints: [%s]}
          plans: {file: plans.json}
          http: {host: %s, port: %d}
          """
              .formatted(
                  Stream.concat(group.servers().stream(), group.voters().stream())
                      .map(server -> "'" + server.hostAndPort() + "'")
                      .collect(Collectors.joining(", ")),
                  HOST,
                  port);
      Path file = launcher.runFolder().path().resolve("coordinator.yaml");
      JavaCommand java =
          new JavaCommand(
              List.of("-Xmx160m", "-XX:+UseSerialGC", JavaCommand.QUICK_START),
              List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)),
              "io.amoeba.coordinator.cli.AmoebaCommand",
              List.of(
                  "coordinator",
                  "--config",
                  ConfigResource.write(file, List.of(configuration)).toString()));
      URI url = URI.create("http://%s:%d".formatted(HOST, port));
      MovingCoordinator coordinator =
          new MovingCoordinator(
              launcher, java.words(), new CoordinatorClient(CoordinatorAddress.of(url)));
      coordinator.awaitReady();
      started = true;
      return coordinator;
    } finally {
      if (!started) {
        launcher.close();
      }
    }
  }

  private ServerProcess launch() {
    return launcher.start(ServerKind.COORDINATOR, "coordinator", command);
  }

  private void awaitReady() {
    process.awaitReady(START, client::isHealthy);
  }

  /** Orders a replica to lead in place of a server; the plan's id. */
  String handOver(GroupServer server, GroupServer replica) {
    return answer(() -> client.handOver(server.hostAndPort(), replica.hostAndPort(), LONGEST_AWAY))
        .id();
  }

  /** Orders a server to lead again. */
  void takeBack(GroupServer server) {
    OrderedPlan unused = answer(() -> client.takeBack(server.hostAndPort()));
  }

  /**
   * Waits until a plan is as it should be.
   *
   * @param what that is, for the error
   * @throws IllegalStateException if the plan ends before, or after some minutes
   */
  void await(String id, String what, Predicate<OrderedPlan> reached) {
    long deadlineNanos = System.nanoTime() + LONGEST.toNanos();
    OrderedPlan plan = answer(() -> client.plan(id));
    while (!reached.test(plan)) {
      if (plan.hasEnded() || System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException(
            "%s is %s in phase %s, and not %s: %s"
                .formatted(id, plan.state(), plan.phase(), what, plan.progress()));
      }
      Waiting.pause(POLL);
      plan = answer(() -> client.plan(id));
    }
  }

  private interface Request {
    OrderedPlan send() throws IOException, InterruptedException;
  }

  /** Repeats a request that is refused: a coordinator that starts has not seen the servers yet. */
  private static OrderedPlan answer(Request request) {
    long deadlineNanos = System.nanoTime() + START.toNanos();
    IOException last = null;
    while (System.nanoTime() < deadlineNanos) {
      try {
        return request.send();
      } catch (IOException e) {
        last = e;
        Waiting.pause(POLL);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("The experiment was interrupted", e);
      }
    }
    throw new IllegalStateException("The coordinator refuses an order: " + last, last);
  }

  /** Ends it with SIGKILL. */
  void kill() {
    process.kill();
  }

  /** Lets it start again with what it wrote to its files. */
  void restart() {
    process = launch();
    awaitReady();
  }

  @Override
  public void close() {
    launcher.close();
  }
}
