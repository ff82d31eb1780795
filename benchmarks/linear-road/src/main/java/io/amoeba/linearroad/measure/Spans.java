package io.amoeba.linearroad.measure;

/**
 * The measured parts of a run; wall-clock times in milliseconds. Immutable.
 *
 * @param feedBegin when traffic started
 * @param feedEnd when it ended
 * @param changeBegin when the alignment, or the addition of a node, started; 0: never
 * @param aligned when the last change of maps was complete; 0: never
 */
public record Spans(long feedBegin, long feedEnd, long changeBegin, long aligned) {
  /** Counters are known about a second late, and a hand-over leaves a short backlog. */
  public static final long SETTLE_MILLIS = 2_000;

  /**
   * The part of the time with the first placement that is not measured: just-in-time compilation
   * made rates grow for most of a minute where two CPUs had to run all servers.
   */
  private static final double WARM_UP = 2.0 / 3;

  /** Throughput and latency before the change, when the job is warm. */
  public Figures.Span before() {
    long end = changeBegin == 0 ? feedEnd : changeBegin;
    return new Figures.Span(warmAfter(end), Math.max(feedBegin, end));
  }

  /**
   * The local-hit rate before the change, of all the time: it does not depend on warm-up. Counters
   * of TaskManagers arrive at different moments, so a short span misleads (94 % local in 5 s of a
   * run with 50 % in 15 s).
   */
  public Figures.Span requestsBefore() {
    return new Figures.Span(feedBegin, before().to());
  }

  /** From the order to align to a moment after the last change; empty before the feeding. */
  public Figures.Span change() {
    return changeBegin <= feedBegin
        ? new Figures.Span(0, 0)
        : new Figures.Span(changeBegin, Math.min(aligned + SETTLE_MILLIS, feedEnd));
  }

  /** Throughput and latency after the change, while traffic flows. */
  public Figures.Span after() {
    return new Figures.Span(
        aligned < feedBegin ? warmAfter(feedEnd) : aligned + SETTLE_MILLIS, feedEnd);
  }

  /** As {@link #after()} for input that is in Kafka long before it is answered. */
  public Figures.Span afterInputOfFile(long lastSample) {
    return new Figures.Span(Math.max(requestsAfter(lastSample).from(), feedBegin), lastSample);
  }

  /** The local-hit rate after the change, that of the last answers included. */
  public Figures.Span requestsAfter(long lastSample) {
    return new Figures.Span(aligned < feedBegin ? aligned : aligned + SETTLE_MILLIS, lastSample);
  }

  private long warmAfter(long end) {
    return feedBegin + Math.round((end - feedBegin) * WARM_UP);
  }
}
