package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.MemberStateCodec;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a member gossips in good syntax and is not so. It may cost the join time, and no data. */
class LyingMembersTest {

  private final RecordingNode node = new RecordingNode(10, 20, 30);
  private final JoinDriver driver = node.start(RecordingNode.SETTINGS);

  /** Added to anything, it is less than nothing. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1, Integer.MAX_VALUE})
  void aTimeoutWithoutEndMakesTheJoinWaitAndNotHurry(long timeout) {
    driver.tick();
    node.acknowledge("a", 1);
    says("b", node.announced().epoch(), 1, timeout);
    driver.tick();
    for (int i = 0; i < 100; i++) {
      node.nowMillis += 10_000;
      driver.tick();
    }

    assertThat(node.calls).doesNotContain("stream a");
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.DRAINING);
    assertThat(driver.progress().reason())
        .isEqualTo("waits for writes that were sent before, which take up to 86400 s at b");

    node.acknowledge("b", 1);
    driver.tick();
    driver.tick();
    assertThat(node.calls).contains("stream a");
  }

  @Test
  void aReadTimeoutWithoutEndKeepsLosingReplicasInUse() {
    for (int i = 0; i < 30 && node.announced().settling().isEmpty(); i++) {
      node.run(driver, 1);
    }
    long epoch = node.announced().epoch();
    node.acknowledge("a", 1);
    node.acknowledgements.put(
        "b", new Acknowledgement(RecordingNode.PLAN, epoch, 1, 2_000, Long.MAX_VALUE, false));

    for (int i = 0; i < 100; i++) {
      node.nowMillis += 10_000;
      driver.tick();
    }

    assertThat(node.announced().settling()).isNotEmpty();
  }

  @Test
  void whoHasAcknowledgedWhatWasNeverAnnouncedHasAcknowledgedNothing() {
    driver.tick();
    node.acknowledge("a", 1);
    says("b", node.announced().epoch() + 1, 1, 2_000);
    wait(10);

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.ANNOUNCED);
    assertThat(driver.progress().missing()).singleElement().asString().startsWith("b knows epoch");
  }

  @Test
  void theAcknowledgementOfAnotherPlanIsNone() {
    driver.tick();
    node.acknowledge("a", 1);
    node.acknowledgements.put(
        "b", new Acknowledgement(new UUID(1, 3), node.announced().epoch(), 1, 2_000, 5_000, false));
    wait(10);

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.ANNOUNCED);
  }

  /** Acknowledged epochs that shrink are those of a member that has forgotten. */
  @Test
  void anAcknowledgementThatGoesBackIsWaitedForAgain() {
    node.run(driver, 4);
    says("b", 1, 1, 2_000);
    for (int i = 0; i < 20; i++) {
      node.acknowledge("a", 1);
      node.sessions.values().forEach(session -> session.outcome = Outcome.SUCCEEDED);
      wait(1);
    }

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.CONFIRMING);
    assertThat(node.announced().done()).isEmpty();
    assertThat(driver.progress().missing()).singleElement().asString().startsWith("b has");
  }

  /** Each of them is followed, however many there are; nothing is switched before. */
  @Test
  void everNewTruncationsOfAllTablesCostTimeAlone() {
    for (int i = 0; i < 50; i++) {
      node.truncations.put(
          "b",
          new Truncations(
              new TreeMap<>(Map.of(Truncations.EVERY_TABLE, Long.MAX_VALUE - 1_000 + i))));
      node.run(driver, 1);
    }
    assertThat(driver.progress().tokensDone()).isZero();

    node.run(driver, 120);

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  /** As it comes by gossip. */
  @Test
  void theLargestNumbersOfTheCodecAreRead() {
    Acknowledgement said =
        new Acknowledgement(
            RecordingNode.PLAN,
            Long.MAX_VALUE - 1,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            false);
    MemberState state =
        new MemberState(
            "0", 1, "5.0", new TreeMap<>(Map.of(new UUID(1, 9), said)), Truncations.NONE);
    node.acknowledgements.put(
        "b",
        MemberStateCodec.decode(MemberStateCodec.encode(state))
            .acknowledgements()
            .get(new UUID(1, 9)));
    node.acknowledge("a", 1);

    wait(10);

    assertThat(node.calls).doesNotContain("stream a");
  }

  private void says(String member, long epoch, long heldSince, long writeTimeout) {
    node.acknowledgements.put(
        member,
        new Acknowledgement(RecordingNode.PLAN, epoch, heldSince, writeTimeout, 5_000, false));
  }

  private void wait(int ticks) {
    for (int i = 0; i < ticks; i++) {
      node.nowMillis += 10_000;
      driver.tick();
    }
  }
}
