package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a join does about tables that are truncated meanwhile. */
class TruncatedTablesTest {
  private static final UUID TABLE = new UUID(3, 4);

  /** Token 10 comes from a, then 20 from b. */
  private final RecordingNode node = new RecordingNode(10, 20);

  private final JoinDriver driver = node.start(RecordingNode.SETTINGS);

  /** Until the first sender streams. */
  private void stream() {
    driver.tick();
    node.acknowledge(1);
    driver.tick();
    node.nowMillis += 2_000;
    driver.tick();
    driver.tick();
    assertThat(node.calls).endsWith("stream a");
  }

  private boolean isPurge(String call) {
    return call.startsWith("purge");
  }

  private void truncate(String coordinator) {
    node.truncations.merge(
        coordinator, Truncations.NONE.with(TABLE, 5), (known, next) -> known.with(TABLE, 5));
  }

  /** Until the table streams again. */
  private void followTheTruncate() {
    driver.tick();
    node.nowMillis += 2_000;
    driver.tick();
    driver.tick();
  }

  private void confirm() {
    node.session("a").outcome = Outcome.SUCCEEDED;
    driver.tick();
    driver.tick();
    assertThat(node.announced().confirming()).containsExactly(10L);
  }

  @Test
  void purgeWaitsForTheSessionThatRuns() {
    stream();
    truncate("b");

    driver.tick();
    assertThat(node.calls).noneMatch(this::isPurge);

    node.session("a").outcome = Outcome.SUCCEEDED;
    driver.tick();
    assertThat(node.calls).endsWith("purge 1 but for []");
  }

  @Test
  void onlyTheTruncatedTableIsStreamedAgain() {
    stream();
    truncate("b");
    node.session("a").outcome = Outcome.SUCCEEDED;
    followTheTruncate();

    assertThat(node.calls).endsWith("purge 1 but for []", "stream a again: 1");
    assertThat(node.announced().confirming()).isEmpty();
  }

  @Test
  void theTableComesAgainOnlyAfterWritesFromBeforeThePurgeHaveReachedItsSender() {
    stream();
    truncate("b");
    node.session("a").outcome = Outcome.SUCCEEDED;
    driver.tick();

    node.nowMillis += 1_999;
    driver.tick();
    driver.tick();
    assertThat(node.calls).endsWith("purge 1 but for []");

    node.nowMillis += 1;
    driver.tick();
    driver.tick();
    assertThat(node.calls).endsWith("purge 1 but for []", "stream a again: 1");
  }

  @Test
  void noOtherStepStreamsBeforeWritesFromBeforeThePurgeHaveReachedItsSenders() {
    driver.tick();
    node.acknowledge(1);
    driver.tick();
    node.nowMillis += 2_000;
    truncate("a");
    driver.tick();
    driver.tick();
    driver.tick();
    assertThat(node.calls).endsWith("purge 1 but for []");

    node.nowMillis += 2_000;
    driver.tick();
    driver.tick();
    driver.tick();
    assertThat(node.calls).endsWith("purge 1 but for []", "stream a");
  }

  @Test
  void theWaitAfterAPurgeStartsWhenEveryMemberHasGossipedItsTimeout() {
    stream();
    truncate("b");
    node.session("a").outcome = Outcome.SUCCEEDED;
    Acknowledgement said = node.acknowledgements.remove("b");
    driver.tick();

    node.nowMillis += 10_000;
    driver.tick();
    node.acknowledgements.put("b", said);
    driver.tick();
    driver.tick();
    assertThat(node.calls).endsWith("purge 1 but for []");

    node.nowMillis += 2_000;
    driver.tick();
    driver.tick();
    assertThat(node.calls).endsWith("purge 1 but for []", "stream a again: 1");
  }

  @Test
  void progressSaysWhatTheJoinDoesAboutATruncatedTable() {
    stream();
    truncate("b");
    node.session("a").outcome = Outcome.SUCCEEDED;
    node.purged = false;
    driver.tick();
    assertThat(driver.progress().reason()).isEqualTo("deletes truncated data: 1 table");

    node.purged = true;
    driver.tick();
    assertThat(driver.progress().reason())
        .isEqualTo("waits for writes from before the deletion of truncated data");

    node.nowMillis += 2_000;
    driver.tick();
    assertThat(driver.progress().reason()).isEmpty();
  }

  @Test
  void aConfirmedStepIsNotSwitchedBeforeTheTruncatedTableHasComeAgain() {
    stream();
    confirm();
    truncate("a");
    node.acknowledge(1);

    driver.tick();
    assertThat(node.announced().done()).isEmpty();
    assertThat(node.calls).as("while the next step streams").noneMatch(this::isPurge);

    node.session("b").outcome = Outcome.SUCCEEDED;
    followTheTruncate();
    assertThat(node.announced().done()).isEmpty();
    assertThat(node.announced().confirming()).isEmpty();

    node.run(driver, 60);
    assertThat(node.calls)
        .containsSubsequence("purge 1 but for []", "stream a again: 1", "serve [10]", "normal");
  }

  @Test
  void rangesOfDoneTokensAreNotPurged() {
    stream();
    confirm();
    node.acknowledge(1);
    driver.tick();
    assertThat(node.announced().done()).containsExactly(10L);

    truncate("a");
    node.run(driver, 3);

    assertThat(node.calls).contains("purge 1 but for [10]");
  }

  @Test
  void eachTruncateIsFollowedOnce() {
    truncate("a");
    truncate("b");
    node.run(driver, 60);
    assertThat(node.calls).filteredOn(this::isPurge).hasSize(1);
  }

  @Test
  void allTablesAreStreamedAgainIfTheTruncatedOnesAreUnknown() {
    stream();
    node.truncations.put("b", Truncations.NONE.with(Truncations.EVERY_TABLE, 5));
    node.session("a").outcome = Outcome.SUCCEEDED;
    followTheTruncate();

    assertThat(node.calls).endsWith("purge 1 but for []", "stream a");
  }
}
