package io.amoeba.streaming.protocol.pace;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How fast a node answers its clients while another one joins, against how fast it did before. A
 * request counts against others of its kind, so that another mix of reads and writes is no change.
 * Confined to one thread.
 */
public final class RequestHistory {

  /** What is older weighs less than a third. */
  private static final double FADE_MILLIS = 180_000;

  /** Fewer are no measure. */
  private static final double LEAST_BEFORE = 100;

  private static final long LEAST_NOW = 20;
  private static final double MILLIS_PER_SECOND = 1_000;

  private final double[] countBefore;
  private final double[] microsBefore;
  private double millisBefore;
  private List<RequestTotals> last = List.of();
  private long lastMillis;

  /**
   * @param kinds of requests
   */
  public RequestHistory(int kinds) {
    countBefore = new double[kinds];
    microsBefore = new double[kinds];
  }

  /**
   * The time before a join. Called every few seconds.
   *
   * @param totals by kind
   */
  public void before(List<RequestTotals> totals, long nowMillis) {
    if (!last.isEmpty()) {
      double kept = Math.exp((lastMillis - nowMillis) / FADE_MILLIS);
      millisBefore = kept * millisBefore + (nowMillis - lastMillis);
      for (int kind = 0; kind < countBefore.length; kind++) {
        countBefore[kind] = kept * countBefore[kind] + count(totals, kind);
        microsBefore[kind] = kept * microsBefore[kind] + micros(totals, kind);
      }
    }
    remember(totals, nowMillis);
  }

  /** During a join: what has happened since the last call of either method. */
  public Now during(List<RequestTotals> totals, long nowMillis) {
    double expectedMicros = 0;
    double micros = 0;
    double count = 0;
    double before = 0;
    for (int kind = 0; kind < countBefore.length && !last.isEmpty(); kind++) {
      before += countBefore[kind];
      count += count(totals, kind);
      if (countBefore[kind] >= LEAST_BEFORE) {
        micros += micros(totals, kind);
        expectedMicros += count(totals, kind) * microsBefore[kind] / countBefore[kind];
      }
    }
    double seconds = (nowMillis - lastMillis) / MILLIS_PER_SECOND;
    boolean comparable = before >= LEAST_BEFORE && seconds > 0;
    Now now =
        new Now(
            comparable && count >= LEAST_NOW && expectedMicros > 0
                ? OptionalDouble.of(micros / expectedMicros)
                : OptionalDouble.empty(),
            comparable
                ? OptionalDouble.of(count / seconds / (before / millisBefore * MILLIS_PER_SECOND))
                : OptionalDouble.empty());
    remember(totals, nowMillis);
    return now;
  }

  private void remember(List<RequestTotals> totals, long nowMillis) {
    last = List.copyOf(totals);
    lastMillis = nowMillis;
  }

  private long count(List<RequestTotals> totals, int kind) {
    return totals.get(kind).count() - last.get(kind).count();
  }

  private long micros(List<RequestTotals> totals, int kind) {
    return totals.get(kind).micros() - last.get(kind).micros();
  }

  /**
   * The last seconds of a join.
   *
   * @param latency over that before the join; absent where too little is known
   * @param answered requests in a second, over those before the join
   */
  public record Now(OptionalDouble latency, OptionalDouble answered) {}
}
