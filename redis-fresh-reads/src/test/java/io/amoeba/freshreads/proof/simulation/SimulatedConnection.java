package io.amoeba.freshreads.proof.simulation;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A connection to one process: commands and answers keep their order, or the connection ends. */
final class SimulatedConnection {

  private static final long MICRO = 1000;

  private final EventLoop loop;
  private final SplittableRandom random;
  private final SimulatedServer server;
  private final Evidence evidence;
  private boolean open = true;
  private long lastArrivalThere;
  private long lastArrivalBack;

  SimulatedConnection(
      EventLoop loop, SplittableRandom random, SimulatedServer server, Evidence evidence) {
    this.loop = loop;
    this.random = random;
    this.server = server;
    this.evidence = evidence;
  }

  SimulatedServer server() {
    return server;
  }

  Evidence evidence() {
    return evidence;
  }

  boolean isOpen() {
    return open;
  }

  /** Unanswered commands stay unanswered: the client asks the primary instead. */
  void end() {
    open = false;
  }

  /**
   * Sends a command. Its answer is given to the consumer when it arrives, in the order of sending.
   */
  <T> void ask(Function<SimulatedServer, @Nullable T> command, Consumer<@Nullable T> answer) {
    lastArrivalThere = Math.max(lastArrivalThere, loop.now() + delay());
    loop.at(
        lastArrivalThere,
        () ->
            server.command(
                () -> {
                  if (open) {
                    respond(command.apply(server), answer);
                  }
                }));
  }

  private <T> void respond(@Nullable T result, Consumer<@Nullable T> answer) {
    lastArrivalBack = Math.max(lastArrivalBack, loop.now() + delay());
    loop.at(
        lastArrivalBack,
        () -> {
          if (open) {
            answer.accept(result);
          }
        });
  }

  /** Mostly a tenth of a millisecond; retransmissions take up to 300 ms. */
  private long delay() {
    return random.nextInt(500) == 0
        ? random.nextLong(300_000 * MICRO)
        : random.nextLong(50 * MICRO, 200 * MICRO);
  }
}
