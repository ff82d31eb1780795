package io.amoeba.linearroad.run;

import io.amoeba.linearroad.feed.FeedProgress;
import io.amoeba.linearroad.feed.Feeder;
import io.amoeba.linearroad.feed.LeadThrottle;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.input.RecordSource;
import io.amoeba.linearroad.kafka.ConsumedOffsets;
import io.amoeba.linearroad.measure.Observation;
import io.amoeba.linearroad.servers.Fleet;
import java.time.Duration;

/** What feeds a job, and what is observed of it. Closing ends the feeding. */
record JobFeed(
    FeedProgress progress, Feeder feeder, ConsumedOffsets offsets, Observation observation)
    implements AutoCloseable {
  /** After the last record, until everything is answered. */
  static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(3);

  /** One that has not started. */
  static JobFeed of(Fleet fleet, RecordSource source, Pace pace) {
    FeedProgress progress = new FeedProgress();
    LeadThrottle lead = new LeadThrottle(progress);
    Feeder feeder = new Feeder(source, fleet.job().topics(), pace, lead, progress);
    ConsumedOffsets offsets = new ConsumedOffsets(fleet.job().topics());
    return new JobFeed(
        progress, feeder, offsets, new Observation(fleet.job().metrics(), offsets, progress, lead));
  }

  @Override
  public void close() {
    feeder.stop();
    offsets.close();
  }
}
