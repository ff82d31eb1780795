package io.amoeba.coordinator.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.upkeep.ServerWork.Result;
import io.amoeba.coordinator.upkeep.ServerWork.Running;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerWorkTest {

  private static final Triggers TRIGGERS = Triggers.of(TriggersTest.settings("60 1"));

  @ParameterizedTest
  @ValueSource(strings = {InfoText.REDIS_6_2, InfoText.REDIS_8_6, InfoText.VALKEY_9_1})
  void aServerThatHasJustStartedHasNoLastWork(String text) {
    ServerWork work = new InfoText(text).read(TRIGGERS);

    assertThat(work.clock()).hasValue(Instant.parse("2026-11-30T03:21:23.730873Z"));
    assertThat(work.running()).isEmpty();
    assertThat(work.save().result()).isEqualTo(Result.NONE);
    assertThat(work.save().at()).as("its start").hasValue(InfoText.STARTED);
    assertThat(work.save().took()).isEmpty();
    assertThat(work.rewrite().result()).isEqualTo(Result.NONE);
    assertThat(work.changes()).hasValue(0);
    assertThat(work.appendOnly().on()).isFalse();
    assertThat(work.failed()).isEmpty();
  }

  @Test
  void aRunningSaveHasAShareAndADuration() {
    ServerWork work =
        new InfoText()
            .with("rdb_bgsave_in_progress", 1)
            .with("rdb_current_bgsave_time_sec", 7)
            .with("current_save_keys_processed", 25)
            .with("current_save_keys_total", 100)
            .read(TRIGGERS);

    assertThat(work.running())
        .hasValue(
            new Running(
                UpkeepKind.SAVE, Optional.of(Duration.ofSeconds(7)), OptionalDouble.of(0.25)));
  }

  @Test
  void aRunningRewriteOfAVersionWithoutCountsHasNoShare() {
    ServerWork work = new InfoText().with("aof_rewrite_in_progress", 1).read(TRIGGERS);

    assertThat(work.running())
        .hasValue(new Running(UpkeepKind.REWRITE, Optional.empty(), OptionalDouble.empty()));
  }

  @Test
  void keysThatCameWhileAWorkRunsDoNotMakeItMoreThanWhole() {
    ServerWork work =
        new InfoText()
            .with("rdb_bgsave_in_progress", 1)
            .with("current_save_keys_processed", 130)
            .with("current_save_keys_total", 100)
            .read(TRIGGERS);

    assertThat(work.running().orElseThrow().share()).hasValue(1);
  }

  @Test
  void theLastWorksHaveTimesCostsAndResults() {
    ServerWork work =
        new InfoText()
            .saved(100, 12)
            .with("rdb_last_cow_size", 5_000)
            .with("latest_fork_usec", 43_210)
            .with("aof_enabled", 1)
            .with("aof_last_rewrite_time_sec", 3)
            .with("aof_last_cow_size", 77)
            .with("aof_last_bgrewrite_status", "err")
            .read(TRIGGERS);

    assertThat(work.save())
        .isEqualTo(
            new ServerWork.Last(
                Optional.of(InfoText.STARTED.plusSeconds(100)),
                Optional.of(Duration.ofSeconds(12)),
                Result.OK,
                OptionalLong.of(5_000)));
    assertThat(work.rewrite().took()).hasValue(Duration.ofSeconds(3));
    assertThat(work.rewrite().at()).as("INFO does not tell it").isEmpty();
    assertThat(work.rewrite().copiedBytes()).hasValue(77);
    assertThat(work.fork()).hasValue(Duration.ofNanos(43_210_000));
    assertThat(work.failed()).containsExactly(UpkeepKind.REWRITE);
    assertThat(work.last(UpkeepKind.SAVE)).hasValue(work.save());
    assertThat(work.last(UpkeepKind.REWRITE)).hasValue(work.rewrite());
    assertThat(work.last(UpkeepKind.BACKUP)).isEmpty();
  }

  @Test
  void aSaveThatCouldNotEvenForkHasFailed() {
    ServerWork work = new InfoText().with("rdb_last_bgsave_status", "err").read(TRIGGERS);

    assertThat(work.save().result()).isEqualTo(Result.FAILED);
    assertThat(work.failed()).containsExactly(UpkeepKind.SAVE);
  }

  @Test
  void aFailedRewriteOfAFileThatIsOffDoesNotMatter() {
    ServerWork work = new InfoText().with("aof_last_bgrewrite_status", "err").read(TRIGGERS);

    assertThat(work.rewrite().result()).isEqualTo(Result.FAILED);
    assertThat(work.failed()).isEmpty();
  }

  @Test
  void nothingIsKnownOfAnAnswerWithoutFields() {
    ServerWork work = ServerWork.of(Map.of(), TRIGGERS);

    assertThat(work.clock()).isEmpty();
    assertThat(work.running()).isEmpty();
    assertThat(work.save().at()).isEmpty();
    assertThat(work.save().result()).isEqualTo(Result.UNKNOWN);
    assertThat(work.changes()).isEmpty();
    assertThat(work.fork()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-5", "x", "1e9", "99999999999999999999", "123456789012345678", "1 2"})
  void whatIsNoNumberIsNotTold(String text) {
    ServerWork work =
        new InfoText()
            .with("server_time_usec", text)
            .with("rdb_last_save_time", text)
            .with("rdb_changes_since_last_save", text)
            .with("latest_fork_usec", text)
            .with("rdb_last_bgsave_time_sec", text)
            .read(TRIGGERS);

    assertThat(work.clock()).isEmpty();
    assertThat(work.save().at()).isEmpty();
    assertThat(work.changes()).isEmpty();
    assertThat(work.fork()).isEmpty();
    assertThat(work.save().took()).isEmpty();
  }

  @Test
  void theLargestNumbersCanBeCalculatedWith() {
    ServerWork work =
        new InfoText()
            .with("server_time_usec", "99999999999999999")
            .with("rdb_last_save_time", "9999999999")
            .with("rdb_last_bgsave_time_sec", "9999999999")
            .with("latest_fork_usec", "99999999999999999")
            .with("rdb_changes_since_last_save", "99999999999999999")
            .read(TRIGGERS);

    assertThat(work.fork()).isEmpty();
    assertThat(UpkeepForecast.of(UpkeepKind.SAVE, Optional.of(work), work))
        .isInstanceOf(UpkeepForecast.Unknown.class);
  }
}
