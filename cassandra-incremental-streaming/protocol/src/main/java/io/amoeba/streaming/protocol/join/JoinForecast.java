package io.amoeba.streaming.protocol.join;

import java.util.OptionalLong;

/**
 * A join's data at one moment. What is not known is absent. Immutable.
 *
 * @param bytesDone received since this start of the node, of steps that are done or under way
 * @param bytesTotal about how many it will have received then at its end: a step's size is known
 *     when its senders have prepared it; that of others is estimated from their share of the ring
 *     and the data that the known ones bring for theirs
 * @param bytesPerSec over the last half minute, waits between sessions included
 * @param etaSeconds until the remaining bytes have come at this rate; absent when none come
 */
public record JoinForecast(
    long bytesDone, OptionalLong bytesTotal, OptionalLong bytesPerSec, OptionalLong etaSeconds) {

  /** Before anything is known. */
  public static final JoinForecast UNKNOWN =
      new JoinForecast(0, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  public JoinForecast {
    requireNotNegative("bytes done", OptionalLong.of(bytesDone));
    requireNotNegative("bytes in total", bytesTotal);
    requireNotNegative("bytes per second", bytesPerSec);
    requireNotNegative("seconds until the end", etaSeconds);
  }

  private static void requireNotNegative(String what, OptionalLong number) {
    if (number.isPresent() && number.getAsLong() < 0) {
      throw new IllegalArgumentException(what + ": " + number.getAsLong() + ", want at least 0");
    }
  }

  /** In words, without what is not known. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder().append(bytesDone);
    bytesTotal.ifPresent(total -> text.append(" of about ").append(total));
    text.append(" bytes");
    bytesPerSec.ifPresent(rate -> text.append(", ").append(rate).append(" bytes/s"));
    etaSeconds.ifPresent(eta -> text.append(", about ").append(eta).append(" s to go"));
    return text.toString();
  }
}
