package io.amoeba.linearroad.measure;

/**
 * Which parts of a run its figures are of; wall-clock times in milliseconds. Immutable.
 *
 * @param feedBegin when traffic began
 * @param feedEnd when it ended
 * @param changeBegin when the alignment, or the addition of a node, began; 0: never
 * @param aligned when the last change of maps that was wanted was complete; 0: never
 */
public record Spans(long feedBegin, long feedEnd, long changeBegin, long aligned) {
  /** Counters are known about a second late, and a hand-over leaves a short backlog. */
  public static final long SETTLE_MILLIS = 2_000;

  /**
   * The part of the time with the first placement that is left out: just-in-time compilation made
   * rates grow for most of a minute where two processors had to run all servers.
   */
  private static final double WARM_UP = 2.0 / 3;

  /** Throughput and latency before the change: only what is warm can be compared. */
  public Figures.Span before() {
    long end = changeBegin == 0 ? feedEnd : changeBegin;
    return new Figures.Span(warmAfter(end), Math.max(feedBegin, end));
  }

  /**
   * Local requests before the change, of all the time: where requests go does not depend on what is
   * warm, while counters come from each TaskManager at another moment, which a few seconds do not
   * even out (94 % of 5 s were said to be local in a run in which it was half of 15 s).
   */
  public Figures.Span requestsBefore() {
    return new Figures.Span(feedBegin, before().to());
  }

  /** From the order to align to a moment after the last change; empty if nobody fed meanwhile. */
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

  /** Local requests after the change: also those of the last answers count. */
  public Figures.Span requestsAfter(long lastSample) {
    return new Figures.Span(aligned < feedBegin ? aligned : aligned + SETTLE_MILLIS, lastSample);
  }

  private long warmAfter(long end) {
    return feedBegin + Math.round((end - feedBegin) * WARM_UP);
  }
}
