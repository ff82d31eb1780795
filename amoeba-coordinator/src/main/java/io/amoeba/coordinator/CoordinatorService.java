package io.amoeba.coordinator;

import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.changes.Changes;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.HandOverWatch;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.changes.routing.PublicationStore;
import io.amoeba.coordinator.changes.routing.RoutingExecutor;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.StateFiles;
import io.amoeba.coordinator.execute.PlanExecutor;
import io.amoeba.coordinator.flink.FlinkStreamMonitor;
import io.amoeba.coordinator.http.HttpServer;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.coordinator.loop.ControlLoop;
import io.amoeba.coordinator.loop.LoopThread;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.amoeba.coordinator.monitor.DnsResolver;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.monitor.SnapshotCollector;
import io.amoeba.coordinator.monitor.StreamMonitor;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.state.PlanFile;
import io.amoeba.coordinator.state.StateFile;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A running coordinator: the loop, its drivers and the HTTP server. Start it once, close it once;
 * otherwise safe for concurrent use.
 */
public final class CoordinatorService implements RunningCoordinator {

  /** Placement protocol: a report is forgotten after this time. */
  private static final long REPORT_TIME_TO_LIVE_MILLIS = 6_000;

  private final StreamMonitor stream;
  private final RedisConnections redis;
  private final ExecutorService answers;
  private final LoopThread loop;
  private final Optional<OperationDrivers> drivers;
  private final OperationRunner operations;
  private final HttpServer http;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * A service that shares its work with nobody and is not started yet.
   *
   * @param clock for what people are shown; whoever sets it changes nothing else
   */
  public CoordinatorService(CoordinatorConfig config, Clock clock) {
    this(config, config.http(), config.files(), Leadership.ALONE, () -> LeaseSight.ALONE, clock);
  }

  /**
   * A service that may act while it leads, and is not started yet.
   *
   * @param http instead of that of the configuration
   * @param files instead of those of the configuration
   */
  CoordinatorService(
      CoordinatorConfig config,
      HttpSettings http,
      StateFiles files,
      Leadership leadership,
      Supplier<LeaseSight> lease,
      Clock clock) {
    this.stream = FlinkStreamMonitor.of(config);
    this.redis = new RedisConnections(config.redis(), leadership);
    this.answers =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "amoeba-answer");
              thread.setDaemon(true);
              return thread;
            });
    PlacementPublisher publisher =
        new PlacementPublisher(
            UUID.randomUUID().toString(),
            new ReportBook(Ticker.SYSTEM, REPORT_TIME_TO_LIVE_MILLIS),
            files
                .placements()
                .<PublicationStore>map(file -> new StateFile(file, leadership))
                .orElse(PublicationStore.NONE),
            answers);
    Knowledge knowledge = new Knowledge(config.mode(), clock, Ticker.SYSTEM);
    PlanBoard board =
        new PlanBoard(
            files
                .plans()
                .<PlanStore>map(file -> new PlanFile(file, leadership))
                .orElse(PlanStore.NONE),
            config.plans().policy(),
            config.plans().retries(),
            knowledge.decisions(),
            clock);
    Drill drill = new Drill(publisher, Ticker.SYSTEM);
    SnapshotCollector collector =
        new SnapshotCollector(
            stream,
            new RedisClusterMonitor(redis, config.storeQuestions()),
            new NodeTable(config.nodes(), new DnsResolver(Ticker.SYSTEM)),
            clock,
            Ticker.SYSTEM);
    this.drivers =
        files
            .plans()
            .map(
                file ->
                    new OperationDrivers(
                        config, file, redis, new PublishedRouting(publisher, drill), leadership));
    this.operations =
        drivers
            .map(made -> new OperationRunner(Changes.operations(made), made.journal()))
            .orElseGet(() -> new OperationRunner(List.of(), OperationJournal.NONE));
    CoordinatorMeters meters = new CoordinatorMeters(knowledge, board, publisher, drill);
    ControlLoop controlLoop =
        new ControlLoop(
            collector,
            knowledge,
            board,
            new ControlLoop.Hands(
                publisher,
                drill,
                new PlanExecutor(
                    board, operations, List.of(new RoutingExecutor(board, publisher, drill))),
                new HandOverWatch(Ticker.SYSTEM),
                meters),
            new ControlLoop.Settings(config.plans().measurementWindow(), config.plans().rules()),
            new ControlLoop.Clocks(clock, Ticker.SYSTEM));
    this.loop = new LoopThread(controlLoop, drill, config.interval());
    publisher.onChange(loop::somethingChanged);
    knowledge.onModeChange(loop::somethingChanged);
    drill.onStart(loop::somethingChanged);
    board.onOrder(loop::somethingChanged);
    operations.onChange(loop::somethingChanged);
    this.http =
        HttpServer.of(
            http,
            new HttpServer.World(
                knowledge,
                board,
                new Orders(board, clock),
                publisher,
                drill,
                meters,
                lease,
                config.placementSecret(),
                clock));
  }

  @Override
  public void start() {
    http.start();
    loop.start();
  }

  @Override
  public String address() {
    return http.address();
  }

  @Override
  public void awaitEnd() throws InterruptedException {
    closed.await();
  }

  @Override
  public void close() {
    http.close();
    loop.close();
    operations.close();
    drivers.ifPresent(OperationDrivers::close);
    answers.shutdownNow();
    stream.close();
    redis.close();
    closed.countDown();
  }
}
