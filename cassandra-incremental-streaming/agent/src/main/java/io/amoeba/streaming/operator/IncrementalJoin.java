package io.amoeba.streaming.operator;

import io.amoeba.agentkit.beans.AgentBean;
import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.streaming.agent.PaceOption;
import io.amoeba.streaming.joining.JoinPacing;
import io.amoeba.streaming.joining.JoiningNode;
import io.amoeba.streaming.member.MemberNode;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The MBean, over the live state. */
public final class IncrementalJoin extends AgentBean implements IncrementalJoinMXBean {

  private final MemberNode member;
  private final JoiningNode joining;
  private final JoinPacing pacing;
  private final LongSupplier readsRefused;

  public IncrementalJoin(
      StartReport report,
      MemberNode member,
      JoiningNode joining,
      JoinPacing pacing,
      LongSupplier readsRefused) {
    super(NAME, report);
    this.member = member;
    this.joining = joining;
    this.pacing = pacing;
    this.readsRefused = readsRefused;
  }

  private <T> T progress(Function<JoinProgress, T> value, T absent) {
    return joining.progress().map(value).orElse(absent);
  }

  @Override
  public List<String> getJoins() {
    return member.known().all().stream()
        .map(
            join ->
                String.format(
                    "%s plan %s epoch %d: %d done, %d settling, %d pending, %d confirming%s",
                    join.endpoint(),
                    join.last().plan(),
                    join.last().epoch(),
                    join.last().done().size(),
                    join.last().settling().size(),
                    join.last().pending().size(),
                    join.last().confirming().size(),
                    join.progress().map(report -> "; " + report).orElse("")))
        .toList();
  }

  @Override
  public String getPhase() {
    return progress(
        now -> now.phase().name(),
        joining.waitsToBegin().isPresent() ? JoinPhase.WAITING_FOR_GOSSIP.name() : "NONE");
  }

  @Override
  public int getStep() {
    return progress(JoinProgress::step, 0);
  }

  @Override
  public int getSteps() {
    return progress(JoinProgress::steps, 0);
  }

  @Override
  public int getTokensDone() {
    return progress(JoinProgress::tokensDone, 0);
  }

  @Override
  public int getTokensTotal() {
    return progress(JoinProgress::tokensTotal, 0);
  }

  @Override
  public long getEpoch() {
    return progress(JoinProgress::epoch, 0L);
  }

  @Override
  public long getStepBytesDone() {
    return progress(JoinProgress::bytesDone, 0L);
  }

  @Override
  public long getStepBytesTotal() {
    return progress(JoinProgress::bytesTotal, 0L);
  }

  @Override
  public long getBytesDone() {
    return joining.estimate().bytesDone();
  }

  @Override
  public long getBytesTotal() {
    return joining.estimate().bytesTotal().orElse(UNKNOWN);
  }

  @Override
  public long getBytesPerSec() {
    return joining.estimate().bytesPerSec().orElse(UNKNOWN);
  }

  @Override
  public long getEtaSeconds() {
    return joining.estimate().etaSeconds().orElse(UNKNOWN);
  }

  @Override
  public List<String> getSenders() {
    return progress(JoinProgress::senders, List.of());
  }

  @Override
  public String getAhead() {
    return progress(now -> now.ahead().map(JoinProgress.Ahead::toString).orElse(""), "");
  }

  @Override
  public List<String> getMissing() {
    return progress(JoinProgress::missing, List.of());
  }

  @Override
  public String getReason() {
    return progress(JoinProgress::reason, joining.waitsToBegin().orElse(""));
  }

  @Override
  public boolean isPaused() {
    return progress(JoinProgress::paused, false);
  }

  @Override
  public String getPace() {
    return pacing.pace().toString();
  }

  @Override
  public void setPace(String pace) {
    pacing.set(
        PaceOption.parse(pace)
            .orElseThrow(
                () ->
                    new IllegalArgumentException("Pace=" + pace + ": want " + PaceOption.WANTED)));
  }

  @Override
  public long getPaceBytesPerSec() {
    return pacing.report().bytesPerSec().orElse(UNKNOWN);
  }

  @Override
  public String getPaceReason() {
    return pacing.report().reason();
  }

  @Override
  public long getReadsRefused() {
    return readsRefused.getAsLong();
  }

  @Override
  public long getStatesRefused() {
    return member.statesRefused();
  }

  @Override
  public boolean pause() {
    return joining.pause();
  }

  @Override
  public boolean resume() {
    return joining.resume();
  }
}
