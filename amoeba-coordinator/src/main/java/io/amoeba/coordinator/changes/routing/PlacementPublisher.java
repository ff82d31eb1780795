package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.monitor.EdgeReports;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.monitor.ToldEdges;
import io.amoeba.coordinator.monitor.Touched;
import io.amoeba.partitioner.placement.DocumentLimits;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.Phase;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Publishes placement maps and follows their hand-over: takes the task managers' reports, moves
 * each edge on, and answers long polls. Safe for concurrent use; answers and listeners run on the
 * given executor. Source: placement protocol.
 */
public final class PlacementPublisher {

  /** So often a report about an edge that Flink has not told of makes somebody look. */
  private static final long BETWEEN_QUESTIONS_MILLIS = 1_000;

  private final String coordinator;
  private final ReportBook book;
  private final Ticker ticker;
  private final PublicationStore store;
  private final Executor executor;
  private final SortedMap<EdgeId, EdgeState> edges = new TreeMap<>();
  private final Set<CompletableFuture<Optional<Publication>>> waiting =
      ConcurrentHashMap.newKeySet();
  private ToldEdges flink = ToldEdges.NONE;
  private long askedMillis;
  private volatile Publication document;
  private volatile Runnable listener = () -> {};
  private volatile long answeredVersion = 1;
  private final AtomicInteger batches = new AtomicInteger();

  /**
   * A publisher that knows the edges in the store.
   *
   * @param coordinator names this start of the coordinator; task managers forget versions of others
   */
  public PlacementPublisher(
      String coordinator, ReportBook book, PublicationStore store, Executor executor) {
    this.coordinator = coordinator;
    this.book = book;
    this.ticker = book.ticker();
    this.askedMillis = ticker.millis() - BETWEEN_QUESTIONS_MILLIS;
    this.store = store;
    this.executor = executor;
    store.load().forEach(edge -> edges.put(edge.edge(), edge));
    tellBook();
    this.document = new Publication(coordinator, 1, List.copyOf(edges.values()));
  }

  /** Runs {@code newListener} on the executor after every change of the document. */
  public void onChange(Runnable newListener) {
    listener = newListener;
  }

  /**
   * Takes a task manager's report and moves the edges on that it is about.
   *
   * @throws ImpossibleEpochs if it claims an epoch that cannot be
   * @throws io.amoeba.coordinator.monitor.TooManyReports if there is no room for it
   */
  public void report(TaskManagerReport report) {
    boolean asks;
    synchronized (this) {
      ImpossibleEpochs.refuse(report, edges);
      Touched touched = book.expire().and(book.accept(report));
      advance(touched::isAbout);
      asks = book.hasUntold() && ticker.millis() - askedMillis >= BETWEEN_QUESTIONS_MILLIS;
      if (asks) {
        askedMillis = ticker.millis();
      }
    }
    answerWaiting();
    if (asks) {
      executor.execute(listener); // a look at Flink may tell of the edge
    }
  }

  /**
   * Says which edges there are and where their gates run, instead of what was said before. Reports
   * about other edges are kept apart and make no edge of the document; a report about a gate counts
   * only from the task manager that runs the gate.
   */
  public void tell(ToldEdges told) {
    synchronized (this) {
      if (flink.equals(told)) {
        return;
      }
      flink = told;
      tellBook();
      advance(edge -> true);
    }
    answerWaiting();
  }

  /** Of edges that were published before, task managers may go on to report. */
  private void tellBook() {
    book.tell(flink, edges.keySet());
  }

  /** Forgets reports that are too old and moves every edge on. */
  public void refresh() {
    synchronized (this) {
      var unused = book.expire();
      advance(edge -> true);
    }
    answerWaiting();
  }

  /**
   * Does several publications and shows them to task managers as one document: each document costs
   * every task manager a round trip.
   */
  public void together(Runnable publications) {
    batches.incrementAndGet();
    try {
      publications.run();
    } finally {
      batches.decrementAndGet();
      answerWaiting();
    }
  }

  /**
   * Publishes owners of the hash slots as the next map of an edge, unless the hand-over of the last
   * one must end first, or a router of the edge has not reported or not heard of us yet.
   *
   * @return the epoch, or empty if it has to wait
   */
  public Optional<Long> publish(EdgeId edge, int parallelism, int[] owners) {
    EdgeState published;
    synchronized (this) {
      EdgeReports reports = book.about(edge);
      EdgeState state =
          HandOver.advance(edges.getOrDefault(edge, EdgeState.unknown(edge, parallelism)), reports);
      if (!book.allRoutersHear(edge, coordinator) || !HandOver.mayPublish(state, reports)) {
        return Optional.empty();
      }
      published = HandOver.publish(state, parallelism, owners);
      edges.put(edge, published);
      tellBook();
      advance(edge::equals);
    }
    answerWaiting();
    return Optional.of(published.epoch());
  }

  /** Forgets edges of jobs that are gone, unless somebody still reports them. */
  public void forget(Set<EdgeId> gone) {
    synchronized (this) {
      gone.stream().filter(edge -> book.about(edge).isEmpty()).forEach(edges::remove);
      tellBook();
      renewIfChanged();
    }
    answerWaiting();
  }

  /** The document as it is now. */
  public Publication document() {
    return document;
  }

  /** How far each edge has come. */
  public synchronized List<EdgeProgress> progress() {
    List<EdgeProgress> progress = new ArrayList<>();
    edges.forEach((edge, state) -> progress.add(HandOver.progress(state, book.about(edge))));
    return progress;
  }

  /** Reports that count now. */
  public synchronized List<TaskManagerReport> reports() {
    return book.live();
  }

  /**
   * The document, at once if the caller does not have this version, otherwise when it changes;
   * empty after {@code patience}.
   */
  public CompletableFuture<Optional<Publication>> await(
      String knownCoordinator, long knownVersion, Duration patience) {
    CompletableFuture<Optional<Publication>> answer = new CompletableFuture<>();
    waiting.add(answer);
    Publication now = document; // read after adding: a change in between is not missed
    if (!now.isKnownTo(knownCoordinator, knownVersion)) {
      waiting.remove(answer);
      answer.complete(Optional.of(now));
      return answer;
    }
    answer.completeOnTimeout(Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS);
    return answer.whenComplete((result, failure) -> waiting.remove(answer));
  }

  private void advance(Predicate<EdgeId> isMeant) {
    book.edges().stream().filter(edge -> !edges.containsKey(edge)).forEach(this::add);
    edges.replaceAll(
        (edge, state) -> isMeant.test(edge) ? HandOver.advance(state, book.about(edge)) : state);
    renewIfChanged();
  }

  /** Of more edges than a document may hold, those stay that Flink tells of now. */
  private void add(EdgeId edge) {
    if (edges.size() >= DocumentLimits.MAX_EDGES) {
      Optional<EdgeId> old =
          edges.keySet().stream().filter(known -> !flink.edges().contains(known)).findFirst();
      if (old.isEmpty()) {
        return;
      }
      edges.remove(old.get());
    }
    edges.put(edge, heardOf(edge));
  }

  private EdgeState heardOf(EdgeId edge) {
    return HandOver.advance(EdgeState.unknown(edge, 1), book.about(edge));
  }

  private void renewIfChanged() {
    List<EdgeState> before = document.edges();
    List<EdgeState> after = List.copyOf(edges.values());
    boolean same = before.size() == after.size();
    for (int i = 0; same && i < after.size(); i++) {
      // Most reports change no edge at all, which is seen without making the placements.
      same =
          before.get(i).equals(after.get(i))
              || before.get(i).placement().equals(after.get(i).placement());
    }
    if (!same) {
      renew();
    }
  }

  /** Whether some router may switch by the new document that could not by the last one. */
  private boolean commits(List<EdgeState> before, List<EdgeState> after) {
    return after.stream()
        .filter(edge -> edge.phase() == Phase.COMMIT)
        .anyMatch(
            edge ->
                before.stream()
                    .noneMatch(
                        old ->
                            old.edge().equals(edge.edge())
                                && old.phase() == Phase.COMMIT
                                && old.epoch() == edge.epoch()
                                && old.committedCohort() == edge.committedCohort()));
  }

  private void renew() {
    if (commits(document.edges(), List.copyOf(edges.values()))) {
      store.save(List.copyOf(edges.values()));
    }
    document = new Publication(coordinator, document.version() + 1, List.copyOf(edges.values()));
  }

  private void answerWaiting() {
    Publication now = document;
    if (now.version() == answeredVersion || batches.get() > 0) {
      return;
    }
    answeredVersion = now.version();
    for (CompletableFuture<Optional<Publication>> answer : List.copyOf(waiting)) {
      waiting.remove(answer);
      answer.completeAsync(() -> Optional.of(document), executor);
    }
    executor.execute(listener);
  }
}
