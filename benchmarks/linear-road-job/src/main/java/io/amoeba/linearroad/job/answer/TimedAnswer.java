package io.amoeba.linearroad.job.answer;

import io.amoeba.linearroad.answer.Answer;

/**
 * The line of an answer, when the report or query was appended to Kafka (milliseconds since the
 * epoch), and its time in the answering operator (microseconds). Immutable; its bytes are shared.
 */
public record TimedAnswer(int type, byte[] line, long appendMillis, long latencyMicros) {
  /** An answer and its times. */
  public static TimedAnswer of(Answer answer, long appendMillis, long latencyMicros) {
    return new TimedAnswer(answer.type(), answer.toBytes(), appendMillis, latencyMicros);
  }
}
