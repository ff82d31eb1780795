package io.amoeba.streaming.protocol.progress;

import io.amoeba.streaming.protocol.PlainText;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * How far a joining node says it is. Texts are short and of printable ASCII, and nothing in them
 * separates fields. Immutable.
 *
 * @param plan its plan
 * @param step the step's number, from 1
 * @param steps how many there are
 * @param senders those that stream the step at the moment
 * @param stepBytesDone of the step, so far
 * @param stepBytesTotal of the step, as far as its sessions know
 * @param bytes of the whole join
 * @param ahead a later step that streams already, or nothing
 * @param reason why it waits, or what it does
 */
public record JoinProgressReport(
    UUID plan,
    JoinPhase phase,
    int step,
    int steps,
    String senders,
    long stepBytesDone,
    long stepBytesTotal,
    Estimate bytes,
    String ahead,
    String reason) {

  /** Gossip carries it repeatedly; an address takes up to 50 characters. */
  static final int MAX_TEXT = 300;

  public JoinProgressReport {
    PlainText.require("senders", senders, MAX_TEXT);
    PlainText.require("ahead", ahead, MAX_TEXT);
    PlainText.require("reason", reason, MAX_TEXT);
    if (step < 0 || step > steps) {
      throw new IllegalArgumentException("step " + step + " of " + steps);
    }
    if (stepBytesDone < 0 || stepBytesTotal < 0) {
      throw new IllegalArgumentException(
          stepBytesDone + " of " + stepBytesTotal + " bytes: want at least 0");
    }
  }

  /** What gossip takes of a join's progress. */
  public static JoinProgressReport of(UUID plan, JoinProgress progress, Estimate bytes) {
    return new JoinProgressReport(
        plan,
        progress.phase(),
        progress.step(),
        progress.steps(),
        PlainText.of(String.join(", ", progress.senders()), MAX_TEXT),
        progress.bytesDone(),
        progress.bytesTotal(),
        bytes,
        PlainText.of(progress.ahead().map(JoinProgress.Ahead::toString).orElse(""), MAX_TEXT),
        PlainText.of(progress.reason(), MAX_TEXT));
  }

  /** Whether only numbers of bytes differ from another report, which change all the time. */
  public boolean saysTheSameBesideBytes(JoinProgressReport other) {
    return plan.equals(other.plan)
        && phase == other.phase
        && step == other.step
        && steps == other.steps
        && senders.equals(other.senders)
        && reason.equals(other.reason);
  }

  /** What remains true of it when its node is silent: no rate, and no time of an end. */
  public JoinProgressReport ofASilentNode() {
    return new JoinProgressReport(
        plan,
        phase,
        step,
        steps,
        "",
        stepBytesDone,
        stepBytesTotal,
        new Estimate(
            bytes.bytesDone(), bytes.bytesTotal(), OptionalLong.empty(), OptionalLong.empty()),
        "",
        "the joining node is down, this is what it said last: start it");
  }

  /** In words. */
  @Override
  public String toString() {
    return "step %d of %d: %s, %d of %d bytes%s; join %s%s"
        .formatted(
            step,
            steps,
            phase,
            stepBytesDone,
            stepBytesTotal,
            senders.isEmpty() ? "" : " from " + senders,
            bytes,
            reason.isEmpty() ? "" : "; " + reason);
  }
}
