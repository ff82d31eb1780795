package io.amoeba.coordinator;

import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.LeaseSettings;
import io.amoeba.coordinator.config.StateFiles;
import io.amoeba.coordinator.http.HttpServer;
import io.amoeba.coordinator.lease.Claim;
import io.amoeba.coordinator.lease.Fence;
import io.amoeba.coordinator.lease.Lease;
import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.coordinator.lease.NotLeading;
import io.amoeba.coordinator.redis.FormerLeaders;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.state.TermFolder;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of several coordinators for the same job and store: stands by while another one leads, then
 * goes on with what that one left, and stands by again when it has lost the lead. Start it once,
 * close it once; otherwise safe for concurrent use.
 */
public class LeasedCoordinator implements RunningCoordinator {

  private static final Logger LOG = LoggerFactory.getLogger(LeasedCoordinator.class);

  /** Looks in the length of a lease: some may come late, or find the folder slow. */
  private static final int STEPS = 5;

  private static final long RETRY_MILLIS = 500;

  /** A job that is stopped is started before, which may take a minute. */
  private static final long LONGEST_END_SECONDS = 75;

  private final LeaseSettings settings;
  private final Clock clock;
  private final TermFolder folder;
  private final Thread thread = new Thread(this::takeTurns, "amoeba-lead");
  private final CountDownLatch done = new CountDownLatch(1);
  private final CoordinatorConfig config;
  private HttpSettings http;
  private HttpServer standby;
  private volatile String address = "";
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;
  private volatile String waitsFor = "";
  private volatile boolean serves;
  private volatile Lease lease;

  /** One that is not started yet. */
  public LeasedCoordinator(CoordinatorConfig config, LeaseSettings settings, Clock clock) {
    this.config = config;
    this.http = config.http();
    this.settings = settings;
    this.clock = clock;
    this.folder = new TermFolder(settings.folder());
    this.lease = newLease();
    this.standby = HttpServer.standby(http, this::sight);
  }

  private Lease newLease() {
    return new Lease(
        folder,
        UUID.randomUUID().toString(),
        this::announced,
        settings.duration(),
        System::nanoTime);
  }

  /** Begins to listen, then to stand by. */
  @Override
  public void start() {
    standby.start();
    address = standby.address();
    http = http.withPort(standby.port()); // the same one when it leads
    thread.start();
  }

  @Override
  public String address() {
    return address;
  }

  private String announced() {
    return settings.address().orElseGet(() -> address.replace("0.0.0.0", ownName()));
  }

  private static String ownName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "0.0.0.0"; // then lease.address says it better
    }
  }

  private void takeTurns() {
    try {
      while (!closed) {
        try (Renewal renewal = new Renewal(lease)) {
          awaitTurn();
          if (!closed) {
            reign();
          }
        }
        lease = newLease();
      }
    } catch (InterruptedException e) {
      LOG.debug("Interrupted, since the coordinator ends");
    } catch (RuntimeException | Error e) {
      // The lease is given up by now, so that another coordinator leads.
      LOG.error("the coordinator ends: {}", e, e);
      failure = e;
    } finally {
      done.countDown();
    }
  }

  /** Takes over and leads; returns when it leads no more. */
  void reign() throws InterruptedException {
    if (takeOver()) {
      lead();
    }
  }

  /** Steps the lease again and again, whatever else goes on. */
  private final class Renewal implements AutoCloseable {

    private final Lease renewed;
    private final ScheduledExecutorService steps =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread step = new Thread(task, "amoeba-lease");
              step.setDaemon(true);
              return step;
            });

    Renewal(Lease renewed) {
      this.renewed = renewed;
      long every = settings.duration().toMillis() / STEPS;
      steps.scheduleWithFixedDelay(this::step, 0, every, TimeUnit.MILLISECONDS);
    }

    private void step() {
      Lease.Standing before = renewed.standing();
      Lease.Standing now = renewed.step();
      if (before != now) {
        LOG.info("term {}: {}", renewed.term(), now);
      }
    }

    @Override
    public void close() {
      steps.shutdownNow();
      renewed.resign();
    }
  }

  private void awaitTurn() throws InterruptedException {
    while (!closed && lease.standing() == Lease.Standing.STANDS_BY) {
      waitsFor = lease.trouble();
      pause();
    }
  }

  /**
   * Makes sure that nobody else acts any more, then takes what they left.
   *
   * @return whether it leads
   */
  private boolean takeOver() throws InterruptedException {
    try (RedisConnections redis = new RedisConnections(config.redis(), lease)) {
      Fence fence = new FormerLeaders(redis);
      while (!closed && lease.standing() == Lease.Standing.LEADS) {
        try {
          fence.raise(lease.term());
          folder.inherit(lease.term());
          waitsFor = "";
          return true;
        } catch (NotLeading e) {
          return false;
        } catch (IllegalStateException | UncheckedIOException e) {
          String now = String.valueOf(e.getMessage());
          if (!now.equals(waitsFor)) {
            LOG.warn("term {} does not start yet: {}", lease.term(), now);
          }
          waitsFor = now;
          pause();
        }
      }
    }
    return false;
  }

  private void lead() throws InterruptedException {
    standby.close();
    long term = lease.term();
    Lease held = lease;
    try (CoordinatorService service =
        new CoordinatorService(
            config,
            http,
            new StateFiles(Optional.of(folder.placements(term)), Optional.of(folder.plans(term))),
            held,
            this::sight,
            clock)) {
      service.start();
      serves = true;
      LOG.info("leads term {}", term);
      while (!closed && held.standing() == Lease.Standing.LEADS) {
        pause();
      }
      if (!closed) {
        LOG.warn(
            "led term {} and leads no more: {}",
            term,
            held.trouble().isEmpty()
                ? "another one took over, or this one was paused"
                : held.trouble());
      }
    } finally {
      serves = false;
    }
    if (!closed) {
      standby = HttpServer.standby(http, this::sight);
      standby.start();
    }
  }

  private void pause() throws InterruptedException {
    Thread.sleep(Math.min(RETRY_MILLIS, settings.duration().toMillis() / (2 * STEPS)));
  }

  private LeaseSight sight() {
    Lease now = lease;
    Optional<Claim> newest = now.newest();
    boolean mine = now.standing() == Lease.Standing.LEADS;
    String takesOver = waitsFor.isEmpty() && mine ? "it takes over" : waitsFor;
    return new LeaseSight(
        mine && serves,
        newest.map(Claim::term).orElse(0L),
        newest.map(Claim::address).orElse(""),
        serves ? "" : takesOver);
  }

  @Override
  public void awaitEnd() throws InterruptedException {
    done.await();
    Throwable thrown = failure;
    if (thrown != null) {
      throw new IllegalStateException("the coordinator has ended: " + thrown, thrown);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      done.await(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    standby.close();
  }
}
