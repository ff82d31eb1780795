package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import io.amoeba.partitioner.placement.protocol.ReportWriter;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection period: a thread that long-polls for documents and one that sends reports, both
 * with back-off. A lost coordinator is logged once, and once when it is back.
 */
final class CoordinatorLink {

  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorLink.class);
  private static final long REPORT_EVERY_MILLIS = 2_000;
  private static final long FIRST_BACK_OFF_MILLIS = 50;
  private static final long LONGEST_BACK_OFF_MILLIS = 3_000;

  private final PlacementSubscription subscription;
  private final CoordinatorClient client;
  private final TaskManagerIdentity taskManager;
  private final Semaphore wanted = new Semaphore(0);
  private final Thread poller;
  private final Thread reporter;
  private volatile boolean stopped;
  private volatile boolean connected;
  private volatile @Nullable PlacementDocument last;
  private boolean saidLost; // guarded by this
  private boolean saidUnsigned; // guarded by this

  CoordinatorLink(
      PlacementSubscription subscription,
      CoordinatorClient client,
      TaskManagerIdentity taskManager) {
    this.subscription = subscription;
    this.client = client;
    this.taskManager = taskManager;
    this.poller = daemon("amoeba-placement-poll", () -> repeat(this::poll));
    this.reporter = daemon("amoeba-placement-report", this::reportToTheEnd);
  }

  void start() {
    LOG.info("Subscribing to the coordinator at {}", client.names());
    poller.start();
    reporter.start();
  }

  void stop() {
    stopped = true;
    poller.interrupt();
    wanted.release(); // the reporter says farewell and ends by itself
  }

  boolean connected() {
    return connected;
  }

  void reportSoon() {
    wanted.release();
  }

  private void poll() throws IOException, InterruptedException {
    PlacementDocument known = last;
    byte[] body = ask(known);
    reached();
    if (body != null) {
      long refusedBefore = subscription.refusedDocuments();
      subscription.accept(body, this::accepted);
      if (subscription.refusedDocuments() > refusedBefore) {
        last = null;
        Thread.sleep(LONGEST_BACK_OFF_MILLIS); // the same document would come again at once
      }
    } else if (known != null) {
      subscription.stillShown(known);
    }
  }

  private byte @Nullable [] ask(@Nullable PlacementDocument known)
      throws IOException, InterruptedException {
    try {
      return client.poll(
          known == null ? null : known.coordinator(), known == null ? 0 : known.version());
    } catch (UnsignedAnswerException e) {
      subscription.countUnsigned();
      throw e;
    }
  }

  private boolean accepted(PlacementDocument document) {
    if (!stopped) {
      last = document;
    }
    return !stopped;
  }

  private void reportToTheEnd() {
    repeat(this::report);
    if (!connected) {
      return;
    }
    try {
      client.report(ReportWriter.write(ProcessReport.farewell(subscription, taskManager)));
    } catch (IOException e) {
      LOG.debug("The coordinator forgets this process by itself", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void report() throws IOException, InterruptedException {
    if (wanted.tryAcquire(REPORT_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
      wanted.drainPermits();
    }
    subscription.tidyUp(); // order-free partitioners leave without a word
    if (stopped) {
      return;
    }
    client.report(ReportWriter.write(ProcessReport.of(subscription, taskManager, last)));
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private void repeat(Step step) {
    long backOffMillis = FIRST_BACK_OFF_MILLIS;
    while (!stopped) {
      try {
        step.run();
        backOffMillis = FIRST_BACK_OFF_MILLIS;
      } catch (IOException | RuntimeException | Error e) {
        // An Error, too: without this thread no hand-over would ever end. Memory may be free again.
        lost(e);
        if (!pause(backOffMillis)) {
          return;
        }
        backOffMillis = Math.min(2 * backOffMillis, LONGEST_BACK_OFF_MILLIS);
        wanted.release(); // after an outage the coordinator must hear everything again
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static boolean pause(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private synchronized void reached() {
    if (saidLost) {
      LOG.info("The coordinator at {} is back", client.url());
      saidLost = false;
    }
    saidUnsigned = false;
    connected = true;
  }

  private synchronized void lost(Throwable e) {
    connected = false;
    if (e instanceof UnsignedAnswerException) {
      unsigned(e);
    } else if (!saidLost && !stopped) {
      LOG.warn(
          "The coordinator at {} cannot be reached ({}). Keeping the maps held and trying again;"
              + " this is said once until it is back.",
          client.names(),
          e.toString());
      saidLost = true;
    }
  }

  private synchronized void unsigned(Throwable e) {
    if (!saidUnsigned && !stopped) {
      LOG.warn(
          "Refused an answer in the name of the coordinator at {} ({}). Keeping the maps held and"
              + " asking again; this is said once until an answer is right, and further ones are"
              + " counted.",
          client.names(),
          e.getMessage());
      saidUnsigned = true;
    }
  }

  private static Thread daemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    // Not the class loader of the job that happened to come first: it would never be unloaded.
    thread.setContextClassLoader(CoordinatorLink.class.getClassLoader());
    return thread;
  }
}
