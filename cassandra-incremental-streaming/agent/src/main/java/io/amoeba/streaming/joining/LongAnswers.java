package io.amoeba.streaming.joining;

import io.amoeba.streaming.ring.Reflection;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.net.RequestCallbacks;
import org.apache.cassandra.service.StorageService;

/**
 * Answers that this node has asked for, and may wait for longer than requests take: those of Paxos
 * repair, two minutes each. Cassandra's messaging waits up to a minute for all of them when it is
 * shut down. Stateless.
 */
final class LongAnswers {

  /** As long as the longest of Cassandra's usual request timeouts. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long INTERVAL_MILLIS = 200;

  private LongAnswers() {}

  /** This node is about to be drained: no caller waits for them until it has ended. */
  static void giveUp() {
    Thread thread = new Thread(LongAnswers::giveUpUntilDrained, "IncrementalStreamingStop");
    thread.setDaemon(true);
    thread.start();
  }

  private static void giveUpUntilDrained() {
    ConcurrentMap<?, ?> callbacks =
        Reflection.read(
            RequestCallbacks.class,
            "callbacks",
            MessagingService.instance().callbacks,
            ConcurrentMap.class);
    try {
      while (!StorageService.instance.isDrained()) {
        callbacks
            .values()
            .removeIf(
                asked ->
                    asked instanceof RequestCallbacks.CallbackInfo info
                        && info.timeout() > PATIENCE_NANOS);
        Thread.sleep(INTERVAL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
