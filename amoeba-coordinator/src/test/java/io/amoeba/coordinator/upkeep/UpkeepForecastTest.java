package io.amoeba.coordinator.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.upkeep.UpkeepForecast.Due;
import io.amoeba.coordinator.upkeep.UpkeepForecast.NotDue;
import io.amoeba.coordinator.upkeep.UpkeepForecast.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UpkeepForecastTest {

  private static final Triggers SIX_FIVE = Triggers.of(TriggersTest.settings("6 5"));
  private static final Triggers DEFAULTS =
      Triggers.of(TriggersTest.settings("3600 1 300 100 60 10000"));
  private static final long MEGABYTE = 1_000_000;

  private static UpkeepForecast save(InfoText before, InfoText now, Triggers triggers) {
    return UpkeepForecast.of(
        UpkeepKind.SAVE, Optional.of(before.read(triggers)), now.read(triggers));
  }

  private static UpkeepForecast rewrite(InfoText before, InfoText now) {
    return UpkeepForecast.of(
        UpkeepKind.REWRITE, Optional.of(before.read(DEFAULTS)), now.read(DEFAULTS));
  }

  private static Due due(UpkeepKind kind, double seconds, String trigger) {
    return new Due(kind, at(seconds), trigger);
  }

  private static Instant at(double seconds) {
    return InfoText.STARTED.plusMillis(Math.round(seconds * 1_000));
  }

  private static InfoText info(double seconds, long changes) {
    return new InfoText().at(seconds).changes(changes);
  }

  @Test
  void enoughChangesWaitForTheSecondAfterTheLastOfTheLine() {
    assertThat(save(info(2, 3), info(4, 9), SIX_FIVE))
        .isEqualTo(due(UpkeepKind.SAVE, 7, "save 6 5"));
  }

  @Test
  void tooFewChangesArriveAtTheRateBetweenTheReadings() {
    assertThat(save(info(10, 1), info(20, 2), SIX_FIVE))
        .isEqualTo(due(UpkeepKind.SAVE, 50, "save 6 5"));
  }

  @Test
  void theEarliestLineCounts() {
    assertThat(save(info(10, 0), info(20, 10), DEFAULTS))
        .as("one change each second: a hundred come before 301 s, 10,000 after 3,601 s")
        .isEqualTo(due(UpkeepKind.SAVE, 301, "save 300 100"));
    assertThat(save(info(10, 0), info(20, 10_000), DEFAULTS))
        .isEqualTo(due(UpkeepKind.SAVE, 61, "save 60 10000"));
    assertThat(save(info(10, 1), info(20, 1), DEFAULTS))
        .as("no more changes come")
        .isEqualTo(due(UpkeepKind.SAVE, 3_601, "save 3600 1"));
  }

  @Test
  void anOverdueSaveIsDueNow() {
    InfoText now = info(500, 20_000).with("rdb_last_bgsave_status", "err");

    assertThat(save(info(490, 20_000), now, DEFAULTS))
        .isEqualTo(due(UpkeepKind.SAVE, 500, "save 300 100"));
  }

  @Test
  void withoutChangesNoSaveIsDue() {
    assertThat(save(info(10, 0), info(20, 0), DEFAULTS))
        .isEqualTo(new NotDue(UpkeepKind.SAVE, "too few keys change for any line of save"));
  }

  @Test
  void changesThatTakeLongerThanAYearAreNone() {
    Triggers many = Triggers.of(TriggersTest.settings("60 99999999999999999"));
    Triggers late = Triggers.of(TriggersTest.settings("99999999999999999 1"));

    assertThat(save(info(10, 0), info(20, 1), many)).isInstanceOf(NotDue.class);
    assertThat(save(info(10, 0), info(20, 1), late)).isInstanceOf(NotDue.class);
  }

  @Test
  void aSaveBetweenTheReadingsCountsFromItsBegin() {
    InfoText now = info(112, 4).saved(110, 2);

    assertThat(save(info(102, 50), now, SIX_FIVE))
        .as("4 changes in 4 s: the fifth comes at 113 s, the line is over at 117 s")
        .isEqualTo(due(UpkeepKind.SAVE, 117, "save 6 5"));
  }

  @Test
  void aSaveThatEndedThisVerySecondDoesNotDivideByNothing() {
    InfoText now = info(110, 1).saved(110, 0);

    assertThat(save(info(102, 50), now, SIX_FIVE)).isEqualTo(due(UpkeepKind.SAVE, 117, "save 6 5"));
  }

  @Test
  void aServerThatWasReadOnceHasNoForecast() {
    ServerWork now = info(10, 5).read(SIX_FIVE);

    assertThat(UpkeepForecast.of(UpkeepKind.SAVE, Optional.empty(), now))
        .isEqualTo(new Unknown(UpkeepKind.SAVE, "it was read only once yet"));
  }

  @Test
  void unusableAnswersHaveNoForecastAndSayWhy() {
    assertThat(save(info(10, 90), info(20, 5), SIX_FIVE))
        .isEqualTo(
            new Unknown(
                UpkeepKind.SAVE,
                "its changes since the last save fell from 90 to 5 without a save"));
    assertThat(save(info(20, 5), info(20, 6), SIX_FIVE))
        .isEqualTo(
            new Unknown(UpkeepKind.SAVE, "its clock has not advanced since it was read before"));
    assertThat(save(info(20, 5), info(10, 6), SIX_FIVE)).isInstanceOf(Unknown.class);
    assertThat(save(info(10, 5), info(20, 6).saved(30, 1), SIX_FIVE))
        .isEqualTo(
            new Unknown(UpkeepKind.SAVE, "the server's clock was set back behind its last save"));
    assertThat(save(info(10, 5), info(20, 6).without("server_time_usec"), SIX_FIVE))
        .isEqualTo(
            new Unknown(
                UpkeepKind.SAVE,
                "INFO lacks server_time_usec, rdb_last_save_time or rdb_changes_since_last_save"));
  }

  @Test
  void unknownTriggersAreTold() {
    Triggers refused = Triggers.unknown("CONFIG GET is refused: unknown command");

    assertThat(save(info(10, 0), info(20, 9), refused))
        .isEqualTo(new Unknown(UpkeepKind.SAVE, "CONFIG GET is refused: unknown command"));
    assertThat(UpkeepForecast.of(UpkeepKind.REWRITE, Optional.empty(), info(1, 0).read(refused)))
        .isEqualTo(new Unknown(UpkeepKind.REWRITE, "CONFIG GET is refused: unknown command"));
  }

  @Test
  void aSaveThatIsOffIsNotDue() {
    assertThat(save(info(10, 0), info(20, 9), Triggers.of(TriggersTest.settings(""))))
        .isEqualTo(new NotDue(UpkeepKind.SAVE, "save is off"));
  }

  @Test
  void aRunningWorkHasNoNextOneYetAndTheOtherKindHas() {
    InfoText now = info(4, 9).appended(5, 5).with("rdb_bgsave_in_progress", 1);

    assertThat(save(info(2, 3), now, SIX_FIVE))
        .isEqualTo(
            new Unknown(UpkeepKind.SAVE, "it runs now, and the next one counts from its end"));
    assertThat(rewrite(info(2, 3).appended(5, 5), now)).isInstanceOf(NotDue.class);
  }

  @Test
  void noServerBeginsABackup() {
    assertThat(UpkeepForecast.of(UpkeepKind.BACKUP, Optional.empty(), info(1, 0).read(DEFAULTS)))
        .isInstanceOf(NotDue.class);
  }

  @Test
  void aRewriteComesWhenTheFileHasGrownByItsShare() {
    InfoText before = info(10, 0).appended(150 * MEGABYTE, 100 * MEGABYTE);
    InfoText now = info(20, 0).appended(160 * MEGABYTE, 100 * MEGABYTE);

    assertThat(rewrite(before, now))
        .as("1 MB each second, 40 MB left")
        .isEqualTo(due(UpkeepKind.REWRITE, 60, "auto-aof-rewrite-percentage 100"));
  }

  @Test
  void aSmallFileGrowsBeyondTheLeastSizeFirst() {
    InfoText before = info(10, 0).appended(46_108_865, MEGABYTE);
    InfoText now = info(20, 0).appended(47_108_865, MEGABYTE);

    assertThat(rewrite(before, now))
        .as("64 MiB and a byte, of which 20,000,000 are left at 100,000 each second")
        .isEqualTo(due(UpkeepKind.REWRITE, 220, "auto-aof-rewrite-percentage 100"));
  }

  @Test
  void aFileNeverRewrittenGrowsBeyondTheLeastSizeOnly() {
    InfoText before = info(10, 0).appended(46_108_865, 0);
    InfoText now = info(20, 0).appended(47_108_865, 0);

    assertThat(rewrite(before, now))
        .isEqualTo(due(UpkeepKind.REWRITE, 220, "auto-aof-rewrite-percentage 100"));
  }

  @Test
  void aRewriteThatWaitsForASaveIsDueNow() {
    InfoText now = info(20, 0).appended(7, 7).with("aof_rewrite_scheduled", 1);

    assertThat(rewrite(info(10, 0), now)).isEqualTo(due(UpkeepKind.REWRITE, 20, "scheduled"));
  }

  @Test
  void rewritesWithoutAForecastSayWhy() {
    InfoText grown = info(20, 0).appended(80 * MEGABYTE, 40 * MEGABYTE);

    assertThat(rewrite(info(10, 0), info(20, 0)))
        .isEqualTo(new NotDue(UpkeepKind.REWRITE, "appendonly is off"));
    assertThat(rewrite(info(10, 0).appended(90 * MEGABYTE, 40 * MEGABYTE), grown))
        .isEqualTo(
            new Unknown(
                UpkeepKind.REWRITE,
                "its append-only file shrank from 90000000 to 80000000 bytes without a rewrite"));
    assertThat(rewrite(info(10, 0).appended(90 * MEGABYTE, 70 * MEGABYTE), grown))
        .isEqualTo(
            new Unknown(
                UpkeepKind.REWRITE,
                "a rewrite ended, or the server started, since it was read before"));
    assertThat(rewrite(grown, info(20, 0).appended(1, 1).without("aof_current_size")))
        .isInstanceOf(Unknown.class);
    assertThat(
            rewrite(
                info(10, 0).appended(MEGABYTE, MEGABYTE), info(20, 0).appended(MEGABYTE, MEGABYTE)))
        .isEqualTo(new NotDue(UpkeepKind.REWRITE, "the append-only file grows too slowly"));
  }

  @Test
  void aRewriteThatIsOffIsNotDue() {
    Triggers off =
        Triggers.of(
            Map.of(
                "save", "", "auto-aof-rewrite-percentage", "0", "auto-aof-rewrite-min-size", "1"));

    assertThat(
            UpkeepForecast.of(
                UpkeepKind.REWRITE, Optional.empty(), info(1, 0).appended(9, 9).read(off)))
        .isEqualTo(new NotDue(UpkeepKind.REWRITE, "auto-aof-rewrite-percentage is 0"));
  }

  @Test
  void theNextWorkOfAServerIsTheEarlierOfBoth() {
    InfoText before = info(10, 0).appended(150 * MEGABYTE, 100 * MEGABYTE);
    InfoText now = info(20, 10_000).appended(160 * MEGABYTE, 100 * MEGABYTE);

    ServerUpkeep upkeep =
        ServerUpkeep.of(
                Optional.of(ServerUpkeep.of(Optional.empty(), before.read(DEFAULTS))),
                now.read(DEFAULTS))
            .aged(Duration.ofSeconds(4));

    Due next = upkeep.next().orElseThrow();
    assertThat(next).isEqualTo(due(UpkeepKind.REWRITE, 60, "auto-aof-rewrite-percentage 100"));
    assertThat(upkeep.until(next)).as("answered 4 s ago").hasValue(Duration.ofSeconds(36));
    assertThat(upkeep.aged(Duration.ofHours(1)).until(next)).hasValue(Duration.ZERO);
    assertThat(upkeep.forecasts())
        .extracting(UpkeepForecast::kind)
        .containsExactly(UpkeepKind.SAVE, UpkeepKind.REWRITE);
  }
}
