package io.amoeba.streaming.checks.scenario;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Threads that insert rows and raise counters, and others that scan the table and ask its index:
 * each answer must hold every row that was acknowledged before the question. All at QUORUM, through
 * random nodes. Safe for concurrent use.
 */
final class QueryLoad implements AutoCloseable {
  private static final int GROUPS = 20;
  private static final int FIRST_ROWS = 2_000;
  private static final int COUNTERS = 50;
  private static final int COORDINATORS = 3;
  private static final int PAGE = 200;
  private static final long PAUSE_MILLIS = 40;

  private final IntFunction<CqlSession> sessions;
  private final long seed;
  private final Map<Integer, Set<Integer>> acknowledged = new ConcurrentHashMap<>();
  private final AtomicLong nextId = new AtomicLong();
  private final AtomicLong raised = new AtomicLong();
  private final AtomicLong raisedPerhaps = new AtomicLong();
  private final AtomicLong scans = new AtomicLong();
  private final AtomicLong questions = new AtomicLong();
  private final Map<String, AtomicLong> errors = new ConcurrentHashMap<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  QueryLoad(IntFunction<CqlSession> sessions, long seed) {
    this.sessions = sessions;
    this.seed = seed;
    for (int group = 0; group < GROUPS; group++) {
      acknowledged.put(group, ConcurrentHashMap.newKeySet());
    }
  }

  /** Makes and fills the tables, and begins. */
  void start() {
    CqlSession cql = sessions.apply(1);
    cql.execute(
        "CREATE TABLE checks.items (id int PRIMARY KEY, part text) WITH read_repair = 'NONE'");
    cql.execute("CREATE INDEX items_by_part ON checks.items (part) USING 'sai'");
    cql.execute("CREATE TABLE checks.hits (name int PRIMARY KEY, hits counter)");
    Random random = new Random(seed);
    for (int i = 0; i < FIRST_ROWS; i++) {
      insert(random);
    }
    run("inserter", this::insert);
    run("raiser", this::raise);
    run("scanner", this::scan);
    run("asker", this::ask);
  }

  private interface Operation {
    void run(Random random);
  }

  private void run(String name, Operation operation) {
    Random random = new Random(seed + threads.size() + 1);
    Thread thread = new Thread(() -> repeat(name, operation, random), name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void repeat(String name, Operation operation, Random random) {
    while (!stopped) {
      try {
        operation.run(random);
      } catch (RuntimeException e) {
        errors
            .computeIfAbsent(name + ": " + e.getClass().getSimpleName(), key -> new AtomicLong())
            .incrementAndGet();
      }
      try {
        TimeUnit.MILLISECONDS.sleep(random.nextLong(PAUSE_MILLIS));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private CqlSession any(Random random) {
    return sessions.apply(1 + random.nextInt(COORDINATORS));
  }

  private static SimpleStatement quorum(String cql, Object... values) {
    return SimpleStatement.newInstance(cql, values)
        .setConsistencyLevel(ConsistencyLevel.QUORUM)
        .setPageSize(PAGE);
  }

  private static String part(int group) {
    return "part-" + group;
  }

  private void insert(Random random) {
    int id = (int) nextId.incrementAndGet();
    int group = random.nextInt(GROUPS);
    any(random)
        .execute(quorum("INSERT INTO checks.items (id, part) VALUES (?, ?)", id, part(group)));
    acknowledged.getOrDefault(group, Set.of()).add(id);
  }

  private void raise(Random random) {
    int name = random.nextInt(COUNTERS);
    raisedPerhaps.incrementAndGet();
    any(random).execute(quorum("UPDATE checks.hits SET hits = hits + 1 WHERE name = ?", name));
    raised.incrementAndGet();
  }

  private void scan(Random random) {
    Set<Integer> expected = new HashSet<>();
    acknowledged.values().forEach(expected::addAll);
    demand("scan", expected, any(random), quorum("SELECT id FROM checks.items"));
    scans.incrementAndGet();
  }

  private void ask(Random random) {
    int group = random.nextInt(GROUPS);
    demand(
        "index",
        new HashSet<>(acknowledged.getOrDefault(group, Set.of())),
        any(random),
        quorum("SELECT id FROM checks.items WHERE part = ?", part(group)));
    questions.incrementAndGet();
  }

  private void demand(String what, Set<Integer> expected, CqlSession cql, SimpleStatement query) {
    Set<Integer> missing = new HashSet<>(expected);
    int rows = 0;
    Set<Integer> seen = new HashSet<>();
    for (Row row : cql.execute(query)) {
      rows++;
      seen.add(row.getInt(0));
    }
    missing.removeAll(seen);
    if (!missing.isEmpty() || rows != seen.size()) {
      violations.add(
          "%s: %d of %d acknowledged rows missing, %d rows seen twice"
              .formatted(what, missing.size(), expected.size(), rows - seen.size()));
    }
  }

  /** How many scans and questions to the index were answered. */
  long answers() {
    return scans.get() + questions.get();
  }

  /** Ends the threads, asks once more through this node, and returns the broken rules. */
  List<String> finish(int node) throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
    CqlSession cql = sessions.apply(node);
    Set<Integer> all = new HashSet<>();
    acknowledged.values().forEach(all::addAll);
    demand("last scan", all, cql, quorum("SELECT id FROM checks.items"));
    acknowledged.forEach(
        (group, ids) ->
            demand(
                "last question",
                ids,
                cql,
                quorum("SELECT id FROM checks.items WHERE part = ?", part(group))));
    long hits =
        cql.execute(quorum("SELECT hits FROM checks.hits")).all().stream()
            .mapToLong(row -> row.getLong(0))
            .sum();
    if (hits < raised.get() || hits > raisedPerhaps.get()) {
      violations.add(
          "counters: %d, %d acknowledged, %d tried"
              .formatted(hits, raised.get(), raisedPerhaps.get()));
    }
    return List.copyOf(violations);
  }

  String describe() {
    return "%d rows inserted, %d of %d increments acknowledged, %d scans, %d index queries, errors %s, broken rules %s"
        .formatted(
            nextId.get(),
            raised.get(),
            raisedPerhaps.get(),
            scans.get(),
            questions.get(),
            new TreeMap<>(errors),
            violations);
  }

  @Override
  public void close() {
    stopped = true;
  }
}
