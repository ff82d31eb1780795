package io.amoeba.streaming.joiner;

import io.amoeba.streaming.protocol.join.JoinForecast;
import io.amoeba.streaming.protocol.join.JoinForecaster;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.report.JoinReport;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a join goes, for operators: in this node's log, and in gossip for the tables of all members.
 * Told by the join's thread; {@link #forecast} may be read by any.
 */
final class JoinNews {

  private static final Logger logger = LoggerFactory.getLogger(JoinNews.class);

  private final JoinForecaster forecaster;
  private final Supplier<Optional<JoinRecord>> record;
  private final Consumer<Optional<JoinReport>> gossip;
  private final JoinLog log = new JoinLog();
  private final ReportPace pace = new ReportPace();
  private volatile JoinForecast forecast = JoinForecast.UNKNOWN;
  private boolean failed;

  JoinNews(
      JoinForecaster forecaster,
      Supplier<Optional<JoinRecord>> record,
      Consumer<Optional<JoinReport>> gossip) {
    this.forecaster = forecaster;
    this.record = record;
    this.gossip = gossip;
  }

  /** After each tick. */
  void tell(JoinProgress progress) {
    record.get().ifPresent(join -> tell(progress, join));
    log.follow(progress, forecast);
  }

  private void tell(JoinProgress progress, JoinRecord join) {
    try {
      forecast = forecaster.observe(progress, join);
      JoinReport report = JoinReport.of(join.plan(), progress, forecast);
      if (pace.isDue(report, System.nanoTime())) {
        gossip.accept(Optional.of(report));
      }
    } catch (RuntimeException e) {
      // The join must not suffer from what is said of it.
      if (!failed) {
        logger.warn("This node's join goes on, but its progress is not told to the members", e);
      }
      failed = true;
    }
  }

  /** The join does not go on for the moment. */
  void failed(RuntimeException e) {
    log.failed(e);
  }

  /** The last word. */
  void over(JoinProgress progress) {
    log.follow(progress, forecast);
    gossip.accept(Optional.empty());
  }

  JoinForecast forecast() {
    return forecast;
  }
}
