package io.amoeba.freshreads.checks;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A writer of stamps and readers that judge every answer: one for each bound, and the control,
 * which reads from replicas without any check. They work from the start until {@link #end}.
 * Confined to the thread of its check.
 */
final class Observation implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(2);
  static final Duration TENTH = Duration.ofMillis(100);
  static final Duration SECOND = Duration.ofSeconds(1);

  private static final int CALM_ANSWERS = 200;
  private static final int STALE_ANSWERS = 200;

  /** A way to read, with its reader and its judge. */
  private record Watched(ReadsUnderTest reads, PipelinedReader reader, StalenessJudge judge) {
    static Watched start(
        String name,
        ReadsUnderTest reads,
        Duration bound,
        List<String> keys,
        StampWriter writer,
        AnswerMoments moments) {
      StalenessJudge judge = new StalenessJudge(writer.acknowledged(), bound);
      PipelinedReader reader =
          new PipelinedReader(name, reads, keys, moments, judge::judge).start();
      return new Watched(reads, reader, judge);
    }

    void close() {
      reader.close();
      reads.close();
    }
  }

  private final String servers;
  private final RedisClusterClient client;
  private final List<String> keys;
  private final StampWriter writer;
  private final Watched control;
  private final Map<Duration, Watched> bounded = new LinkedHashMap<>();

  /**
   * @param client closed with this
   */
  private Observation(
      String servers,
      RedisClusterClient client,
      List<String> keys,
      ReadsUnderTest unchecked,
      Map<Duration, ReadsUnderTest> underTest) {
    this.servers = servers;
    this.client = client;
    this.keys = keys;
    this.writer = new StampWriter(client, keys);
    AnswerMoments moments = new AnswerMoments();
    control = Watched.start("control", unchecked, TENTH, keys, writer, moments);
    underTest.forEach(
        (bound, reads) ->
            bounded.put(
                bound, Watched.start(bound.toString(), reads, bound, keys, writer, moments)));
  }

  /**
   * Starts, and waits until everything is written and read as without any fault.
   *
   * @param servers kind and version, for messages
   */
  static Observation start(
      String servers,
      RedisClusterClient client,
      List<String> keys,
      ReadsUnderTest unchecked,
      Map<Duration, ReadsUnderTest> underTest) {
    Observation observation = new Observation(servers, client, keys, unchecked, underTest);
    observation.awaitCalm();
    // What was slow before the fault says nothing about it.
    observation.control.judge().forget();
    return observation;
  }

  /** Waits until each key has an acknowledged write that is this much newer than the call. */
  void awaitNewerWrites(Duration newer) {
    long nanos = System.nanoTime() + newer.toNanos();
    await().atMost(PATIENCE).until(() -> writer.isAcknowledgedSince(nanos));
  }

  /** Whether the control has got an answer over the bound since the start. */
  boolean isStale(Duration bound) {
    return control.judge().suspects(bound) > 0;
  }

  /**
   * Waits until the fault is effective: since the start, the control has got many answers that were
   * over the bound.
   */
  void awaitStale(Duration bound) {
    await("the control's answers over " + bound)
        .atMost(PATIENCE)
        .until(() -> control.judge().suspects(bound) >= STALE_ANSWERS);
  }

  /** Waits until replicas are read again under each bound, and the control sees no old answers. */
  void awaitCalm() {
    awaitNewerWrites(Duration.ZERO);
    List<Watched> underTest = List.copyOf(bounded.values());
    List<Long> replicaReads =
        underTest.stream().map(each -> each.judge().fromReplicas() + CALM_ANSWERS).toList();
    long controlReads = control.judge().judged() + CALM_ANSWERS;
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                control.judge().judged() >= controlReads
                    && control.judge().calmAnswers() >= CALM_ANSWERS);
    for (int i = 0; i < underTest.size(); i++) {
      StalenessJudge judge = underTest.get(i).judge();
      long enough = replicaReads.get(i);
      await().atMost(PATIENCE).until(() -> judge.fromReplicas() >= enough);
    }
  }

  /** Ends writes and reads. */
  Findings end() {
    stop();
    int lost = StampWriter.takeBackLost(client, keys, writer.acknowledged());
    Map<Duration, Findings.Reader> found = new LinkedHashMap<>();
    bounded.forEach(
        (bound, each) ->
            found.put(bound, new Findings.Reader(each.judge().verdict(), each.reader().failed())));
    return new Findings(
        servers,
        writer.count(),
        lost,
        new Findings.Reader(control.judge().verdict(), control.reader().failed()),
        found);
  }

  private void stop() {
    bounded.values().forEach(Watched::close);
    control.close();
    writer.close();
  }

  /** May be called after {@link #end}. */
  @Override
  public void close() {
    stop();
    client.close();
  }
}
