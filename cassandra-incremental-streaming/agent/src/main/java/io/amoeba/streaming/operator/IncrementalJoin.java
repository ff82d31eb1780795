package io.amoeba.streaming.operator;

import io.amoeba.agentkit.patch.StartReport;
import io.amoeba.streaming.joiner.JoinerSide;
import io.amoeba.streaming.joiner.Pacer;
import io.amoeba.streaming.member.JoinReports;
import io.amoeba.streaming.member.MemberSide;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.cassandra.utils.MBeanWrapper;

/** The MBean, over the live state. */
public final class IncrementalJoin implements IncrementalJoinMXBean {

  private final StartReport report;
  private final MemberSide member;
  private final JoinerSide joiner;
  private final Pacer pacer;
  private final LongSupplier readsRefused;

  public IncrementalJoin(
      StartReport report,
      MemberSide member,
      JoinerSide joiner,
      Pacer pacer,
      LongSupplier readsRefused) {
    this.report = report;
    this.member = member;
    this.joiner = joiner;
    this.pacer = pacer;
    this.readsRefused = readsRefused;
  }

  public void register() {
    MBeanWrapper.instance.registerMBean(this, NAME);
  }

  private <T> T progress(Function<JoinProgress, T> value, T absent) {
    return joiner.progress().map(value).orElse(absent);
  }

  @Override
  public String getAgentVersion() {
    return StartReport.agentVersion();
  }

  @Override
  public String getCassandraVersion() {
    return report.cassandraVersion();
  }

  @Override
  public List<String> getTargets() {
    return report.targets();
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
                    JoinReports.of(join).map(report -> "; " + report).orElse("")))
        .toList();
  }

  @Override
  public String getPhase() {
    return progress(
        now -> now.phase().name(),
        joiner.waitsToBegin().isPresent() ? JoinPhase.WAITING_FOR_GOSSIP.name() : "NONE");
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
    return joiner.forecast().bytesDone();
  }

  @Override
  public long getBytesTotal() {
    return joiner.forecast().bytesTotal().orElse(UNKNOWN);
  }

  @Override
  public long getBytesPerSec() {
    return joiner.forecast().bytesPerSec().orElse(UNKNOWN);
  }

  @Override
  public long getEtaSeconds() {
    return joiner.forecast().etaSeconds().orElse(UNKNOWN);
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
    return progress(JoinProgress::reason, joiner.waitsToBegin().orElse(""));
  }

  @Override
  public boolean isPaused() {
    return progress(JoinProgress::paused, false);
  }

  @Override
  public int getRateMibPerSec() {
    return pacer.rateMibPerSec();
  }

  @Override
  public void setRateMibPerSec(int rate) {
    pacer.setRateMibPerSec(rate);
  }

  @Override
  public long getReadsRefused() {
    return readsRefused.getAsLong();
  }

  @Override
  public boolean pause() {
    return joiner.pause();
  }

  @Override
  public boolean resume() {
    return joiner.resume();
  }
}
