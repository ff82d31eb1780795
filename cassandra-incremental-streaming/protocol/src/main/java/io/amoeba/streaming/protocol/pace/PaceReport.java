package io.amoeba.streaming.protocol.pace;

import io.amoeba.streaming.protocol.PlainText;
import java.util.OptionalLong;

/**
 * What a joining node says of its pace, for people. Immutable.
 *
 * @param pace as the option is written
 * @param bytesPerSec that all its senders together may send; absent without limit, or while none
 *     sends
 * @param reason of each sender's rate
 */
public record PaceReport(String pace, OptionalLong bytesPerSec, String reason) {

  /** An address takes up to 50 characters, a reason up to 80. */
  static final int MAX_REASON = 400;

  private static final int MAX_PACE = 20;

  public PaceReport {
    PlainText.require("pace", pace, MAX_PACE);
    PlainText.require("reason", reason, MAX_REASON);
    if (bytesPerSec.isPresent() && bytesPerSec.getAsLong() < 0) {
      throw new IllegalArgumentException(bytesPerSec.getAsLong() + " bytes/s: want 0 or more");
    }
  }

  /** With a reason of any length. */
  public static PaceReport of(JoinPace pace, OptionalLong bytesPerSec, String reason) {
    return new PaceReport(pace.toString(), bytesPerSec, PlainText.of(reason, MAX_REASON));
  }

  /** In words. */
  @Override
  public String toString() {
    StringBuilder words = new StringBuilder("pace ").append(pace);
    bytesPerSec.ifPresent(bytes -> words.append(", ").append(bytes).append(" bytes/s at most"));
    return reason.isEmpty() ? words.toString() : words.append(": ").append(reason).toString();
  }
}
