package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.join.ClusterSnapshot.RivalJoin;
import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JoinDriverTest {

  private static final JoinSettings SETTINGS = RecordingNode.SETTINGS;

  private final RecordingNode node = new RecordingNode(10, 20, 30);

  @Test
  void aJoinWithoutTroubleTakesAllStepsAndEndsNormal() {
    JoinDriver driver = node.start(SETTINGS);

    node.run(driver, 60);

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
    assertThat(node.calls).endsWith("normal");
    assertThat(node.onDisk.finished()).isTrue();
    assertThat(node.calls).containsSubsequence("stream a", "stream b", "stream a", "stream b");
  }

  @Test
  void theNextStepIsAnnouncedWhileThisOneStreams() {
    JoinDriver driver = node.start(SETTINGS);

    driver.tick();

    assertThat(node.announced().pending()).containsExactly(10L, 20L);
  }

  @Test
  void withoutLookAheadOneStepIsPendingAtATime() {
    JoinDriver driver = node.start(settings(1, 0));

    driver.tick();

    assertThat(node.announced().pending()).containsExactly(10L);
  }

  @Test
  void itStreamsOnlyAfterEveryMemberHoldsTheStepAndOldWritesAreOver() {
    JoinDriver driver = node.start(SETTINGS);
    driver.tick();

    node.acknowledge("a", 1);
    node.down.add("b");
    driver.tick();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.ANNOUNCED);
    assertThat(driver.progress().missing())
        .containsExactly("b is down: start it; if it is lost, remove this node, then that one");

    node.acknowledge("b", 1);
    driver.tick();
    node.nowMillis += 1_999;
    driver.tick();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.DRAINING);

    node.nowMillis += 1;
    driver.tick();
    driver.tick();
    assertThat(node.calls).contains("stream a");
  }

  @Test
  void diskAndServingComeBeforeGossip() {
    JoinDriver driver = node.start(SETTINGS);

    node.run(driver, 60);

    int save = node.calls.indexOf("serve [10]") - 1;
    assertThat(node.calls.get(save)).startsWith("save ");
    assertThat(node.calls.get(save + 2)).isEqualTo(node.calls.get(save).replace("save", "gossip"));
  }

  @Test
  void aStoppedNodeReceivesAndAnnouncesNothingMore() {
    JoinDriver driver = streaming();
    int announced = node.announcements.size();

    driver.stop();
    node.run(driver, 10);

    assertThat(node.session("a").aborted).isTrue();
    assertThat(node.announcements).hasSize(announced);
    assertThat(node.start(RecordingNode.SETTINGS).progress().phase())
        .isEqualTo(JoinPhase.WAITING_FOR_GOSSIP);
  }

  @Test
  void aMemberThatComesBackAtAnotherAddressHasHeldTheStepThroughout() {
    JoinDriver driver = streaming();
    long epoch = node.announced().epoch();

    node.addresses.put("b", "elsewhere");
    driver.tick();

    assertThat(node.session("a").aborted).isFalse();
    assertThat(node.announced().epoch()).isEqualTo(epoch);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.STREAMING);
  }

  @Test
  void aBreakOfWhatAMemberHoldsBeginsTheStepAgain() {
    JoinDriver driver = streaming();
    long epoch = node.announced().epoch();

    node.acknowledge("b", epoch + 1);
    driver.tick();

    assertThat(node.session("a").aborted).isTrue();
    assertThat(node.announced().epoch()).isEqualTo(epoch + 1);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.ANNOUNCED);
  }

  @Test
  void aBreakThatIsSeenOnlyInTheConfirmationBeginsTheStepAgain() {
    JoinDriver driver = streaming();
    node.session("a").outcome = Outcome.SUCCEEDED;
    driver.tick();
    driver.tick();
    assertThat(node.announced().confirming()).containsExactly(10L);

    node.acknowledge("a", 1);
    node.acknowledge("b", node.announced().epoch());
    driver.tick();

    assertThat(node.announced().done()).isEmpty();
    assertThat(node.announced().confirming()).isEmpty();
  }

  @Test
  void aFailedSenderIsAskedAgainAndTheOthersAreNot() {
    RecordingNode both = new RecordingNode(30);
    JoinDriver driver = streaming(both);
    both.session("a").outcome = Outcome.SUCCEEDED;
    driver.tick();
    both.session("b").outcome = Outcome.FAILED;
    driver.tick();
    assertThat(driver.progress().reason())
        .contains("b failed and is tried again: connection reset");

    both.nowMillis += 100;
    driver.tick();

    assertThat(both.calls.stream().filter("stream b"::equals)).hasSize(2);
    assertThat(both.calls.stream().filter("stream a"::equals)).hasSize(1);
  }

  @Test
  void aSenderThatIsDownIsWaitedFor() {
    node.down.add("a");
    JoinDriver driver = streaming();

    assertThat(node.calls).doesNotContain("stream a");
    assertThat(driver.progress().reason()).contains("sender a is down");

    node.down.clear();
    driver.tick();
    assertThat(node.calls).contains("stream a");
  }

  @Test
  void aHibernatingMemberMustAcknowledgeAndTheJoinSaysThatItWaitsForIt() {
    JoinDriver driver = node.start(SETTINGS);
    node.hibernating.add("b");
    driver.tick();
    node.acknowledge("a", 1);
    driver.tick();

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.ANNOUNCED);
    assertThat(driver.progress().missing())
        .containsExactly(
            "b hibernates and has acknowledged epoch 0 of 2: if it does not run, start it; if it is"
                + " lost, remove this node, then that one");

    node.acknowledge("b", 1);
    driver.tick();

    assertThat(driver.progress().phase()).isNotEqualTo(JoinPhase.ANNOUNCED);
  }

  @Test
  void nothingIsStreamedFromAHibernatingSender() {
    node.hibernating.add("a");
    JoinDriver driver = streaming();

    assertThat(node.calls).doesNotContain("stream a");
    assertThat(driver.progress().reason())
        .isEqualTo("sender a hibernates: start it without join_ring=false");

    node.hibernating.clear();
    driver.tick();
    assertThat(node.calls).contains("stream a");
  }

  @Test
  void aPauseBeforeTheStreamingTakesThePendingTokensBack() {
    JoinDriver driver = node.start(SETTINGS);
    driver.tick();

    driver.pause();
    driver.tick();

    assertThat(node.announced().pending()).isEmpty();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.PAUSED);
    assertThat(driver.progress().reason()).isEqualTo("paused by the operator");

    driver.resume();
    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  @Test
  void aPauseWithinAStepTakesEffectBeforeTheNextSender() {
    RecordingNode both = new RecordingNode(30);
    JoinDriver driver = streaming(both);
    driver.pause();
    both.session("a").outcome = Outcome.SUCCEEDED;
    driver.tick();
    driver.tick();

    assertThat(both.calls).doesNotContain("stream b");
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.PAUSED);
    assertThat(both.announced().pending()).containsExactly(30L);

    driver.resume();
    driver.tick();
    assertThat(both.calls).contains("stream b");
  }

  @Test
  void losingReplicasTakeWritesUntilEveryMemberHasSwitchedAndOldRequestsAreOver() {
    JoinDriver driver = streaming();
    node.run(driver, 3);
    assertThat(node.announced().done()).containsExactly(10L);
    assertThat(node.announced().settling()).containsExactly(10L);

    node.acknowledge("a", 1);
    driver.tick();
    node.nowMillis += 60_000;
    driver.tick();
    assertThat(node.announced().settling()).containsExactly(10L);

    node.acknowledge(1);
    driver.tick();
    node.nowMillis += 4_999;
    driver.tick();
    assertThat(node.announced().settling()).contains(10L);

    node.nowMillis += 1;
    driver.tick();
    assertThat(node.announced().settling()).doesNotContain(10L);
  }

  @Test
  void aRestartedNodeAnnouncesExactlyWhatItServesAndStreamsAgain() {
    streaming();
    long epoch = node.announced().epoch();

    JoinDriver restarted = node.start(SETTINGS);

    assertThat(node.announced().epoch()).isEqualTo(epoch + 1);
    assertThat(node.announced().pending()).isEmpty();
    node.run(restarted, 5);
    assertThat(node.calls.stream().filter("stream a"::equals)).hasSize(2);
  }

  @Test
  void aRestartedNodeContinuesSettling() {
    JoinDriver driver = streaming();
    node.run(driver, 3);
    assertThat(node.announced().settling()).containsExactly(10L);

    node.start(SETTINGS);

    assertThat(node.announced().done()).containsExactly(10L);
    assertThat(node.announced().settling()).containsExactly(10L);
  }

  @Test
  void anotherNodesMoveTakesThePendingTokensBackAndIsWaitedFor() {
    JoinDriver driver = streaming();

    node.otherChange = Optional.of("the decommission of c");
    driver.tick();

    assertThat(node.announced().pending()).isEmpty();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.OTHER_CHANGE);
    assertThat(driver.progress().reason()).isEqualTo("waits for the decommission of c");

    node.otherChange = Optional.empty();
    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  @Test
  void ofTwoJoinsThatBeginAtOnceTheLaterPlansIsTakenBack() {
    JoinDriver driver = streaming();

    node.rivals.add(new RivalJoin("c", new UUID(1, 1), false, false));
    driver.tick();

    assertThat(node.session("a").aborted).isTrue();
    assertThat(node.announced().pending()).isEmpty();
    assertThat(node.calls).containsSubsequence("forget", "gossip " + node.announced().epoch());
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.OTHER_CHANGE);

    node.acknowledge(1);
    driver.tick();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.WITHDRAWN);
    assertThat(driver.progress().reason())
        .isEqualTo(
            "c started to join at the same time and has precedence: start this node again when that one"
                + " is a full member");
    int calls = node.calls.size();
    node.run(driver, 5);
    assertThat(node.calls).hasSize(calls);
  }

  @Test
  void aNodeThatWithdrawsItsPlanWaitsNeitherForDeadNodesNorForever() {
    JoinDriver driver = streaming();
    node.rivals.add(new RivalJoin("c", new UUID(1, 1), false, false));
    driver.tick();

    node.acknowledge("a", 1);
    driver.tick();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.OTHER_CHANGE);
    node.rivals.clear();
    node.down.add("b");
    driver.tick();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.WITHDRAWN);

    JoinDriver unheard = streaming();
    node.rivals.add(new RivalJoin("c", new UUID(1, 1), false, false));
    unheard.tick();
    node.nowMillis += 30_001;
    unheard.tick();
    assertThat(unheard.progress().phase()).isEqualTo(JoinPhase.WITHDRAWN);
  }

  @Test
  void ofTwoJoinsThatBeginAtOnceTheEarlierPlansWaitsForTheOtherAndContinues() {
    JoinDriver driver = streaming();

    node.rivals.add(new RivalJoin("c", new UUID(1, 3), false, true));
    driver.tick();
    assertThat(node.announced().pending()).isEmpty();
    assertThat(driver.progress().reason()).isEqualTo("waits for the join of c");

    node.rivals.set(0, new RivalJoin("c", new UUID(1, 3), false, false));
    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  @Test
  void aNodeThatServesIsNeverTakenBack() {
    JoinDriver driver = streaming();
    node.run(driver, 3);
    assertThat(node.announced().done()).containsExactly(10L);

    node.rivals.add(new RivalJoin("c", new UUID(1, 1), true, false));
    driver.tick();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.OTHER_CHANGE);
    assertThat(node.announced().done()).containsExactly(10L);

    node.rivals.set(0, new RivalJoin("c", new UUID(1, 1), false, false));
    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  @Test
  void otherReplicationBeginsTheStepAgain() {
    JoinDriver driver = streaming();

    node.fingerprint = "two";
    driver.tick();

    assertThat(node.session("a").aborted).isTrue();
    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
    assertThat(node.calls.stream().filter("stream a"::equals)).hasSize(3);
  }

  @Test
  void aVoidPlanStops() {
    JoinDriver driver = streaming();

    node.acknowledgements.put(
        "b", new Acknowledgement(RecordingNode.PLAN, 0, 0, 2_000, 5_000, true));
    driver.tick();

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.VOID);
    assertThat(node.session("a").aborted).isTrue();
    int calls = node.calls.size();
    node.run(driver, 5);
    assertThat(node.calls).hasSize(calls);
  }

  @Test
  void acknowledgementsOfWhatThisNodeHasForgottenCountForNothing() {
    JoinDriver driver = node.start(SETTINGS);
    driver.tick();
    node.acknowledge("a", 1);
    node.acknowledgements.put(
        "b", new Acknowledgement(RecordingNode.PLAN, 9, 1, 2_000, 5_000, false));

    driver.tick();

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.ANNOUNCED);
    assertThat(driver.progress().missing())
        .containsExactly("b knows epoch 9, this node's disk only 2: remove this node and wipe it");
  }

  @Test
  void aStepThatTheDiskRejectsIsNotAnnounced() {
    JoinDriver driver = node.start(SETTINGS);
    node.diskFails = true;

    assertThatThrownBy(driver::tick).hasMessage("disk full");
    assertThat(node.announcements).hasSize(1);

    node.diskFails = false;
    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  @Test
  void anAnnouncementThatGossipRejectsIsRepeatedUnderANewEpoch() {
    JoinDriver driver = node.start(SETTINGS);
    node.gossipFails = true;
    assertThatThrownBy(driver::tick).hasMessage("gossip is not running");

    node.gossipFails = false;
    driver.tick();

    assertThat(node.announced().epoch()).isEqualTo(3);
    assertThat(node.announced().pending()).containsExactly(10L, 20L);
  }

  @Test
  void aFinishedJoinStartsAsAnOrdinaryNode() {
    JoinDriver driver = node.start(SETTINGS);
    node.run(driver, 60);
    int announcements = node.announcements.size();

    JoinDriver restarted = node.start(SETTINGS);
    restarted.tick();

    assertThat(node.announcements).hasSize(announcements);
    assertThat(restarted.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  @Test
  void oneTokenAloneIsAJoinOfOneStep() {
    RecordingNode single = new RecordingNode(10);
    JoinDriver driver = single.start(SETTINGS);

    single.run(driver, 30);

    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
    assertThat(driver.progress().steps()).isEqualTo(1);
  }

  @Test
  void theNextStepStreamsWhileThisOneIsWarmedUpAndConfirmed() {
    JoinDriver driver = warmingUp();

    assertThat(node.calls).containsSubsequence("stream a", "stream b");
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.WARMING);
    assertThat(driver.progress().ahead().orElseThrow())
        .isEqualTo(new JoinProgress.Ahead(2, JoinPhase.STREAMING, List.of("b"), 5, 10));
    assertThat(node.announced().done()).isEmpty();

    node.session("b").outcome = Outcome.SUCCEEDED;
    driver.tick();
    assertThat(node.announced().confirming()).isEmpty();

    node.warm = true;
    driver.tick();
    assertThat(node.announced().confirming()).containsExactly(10L);
    node.run(driver, 1);
    assertThat(node.announced().done()).containsExactly(10L);
    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
    assertThat(node.calls.stream().filter("stream b"::equals)).hasSize(2);
  }

  @Test
  void theNextStepsSendersAreThoseOfTheRingWithThisStepDone() {
    warmingUp();

    assertThat(node.asked.get(node.asked.size() - 1)).isEqualTo("[20] after [10]");
  }

  @Test
  void theNextStepIsPreparedWhileThisOneStreams() {
    JoinDriver driver = streaming();

    driver.tick();
    driver.tick();

    assertThat(node.asked.get(node.asked.size() - 1)).isEqualTo("[20] after [10]");
    assertThat(node.calls).contains("stream a").doesNotContain("stream b");
    assertThat(driver.progress().ahead()).isEmpty();
  }

  @Test
  void aSenderThatThisStepLeavesFreeBeginsTheNextOne() {
    JoinDriver driver = streaming(node, settings(2, 1));

    driver.tick();
    driver.tick();

    assertThat(node.calls).contains("stream a", "stream b");
    assertThat(driver.progress().senders()).containsExactly("a");
    assertThat(driver.progress().ahead().orElseThrow().senders()).containsExactly("b");

    node.session("b").outcome = Outcome.SUCCEEDED;
    driver.tick();
    driver.tick();
    assertThat(node.announced().confirming()).isEmpty();
    assertThat(node.announced().done()).isEmpty();

    node.run(driver, 60);
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.FINISHED);
  }

  @Test
  void aChangedNumberOfSendersHoldsForTheNextOnes() {
    JoinDriver driver = streaming(node, settings(1, 1));
    driver.tick();
    assertThat(node.calls).contains("stream a").doesNotContain("stream b");

    driver.sendersAtATime(2);
    for (int i = 0; i < 5; i++) {
      driver.tick();
    }

    assertThat(node.calls).contains("stream b");
    assertThatThrownBy(() -> driver.sendersAtATime(0)).hasMessageContaining("0 senders at a time");
  }

  @Test
  void aSenderStreamsForOneStepAtATime() {
    RecordingNode both = new RecordingNode(10, 30);
    JoinDriver driver = streaming(both, settings(3, 1));

    driver.tick();
    driver.tick();
    assertThat(both.calls.stream().filter("stream a"::equals)).hasSize(1);
    assertThat(both.calls).contains("stream b");

    both.session("a").outcome = Outcome.SUCCEEDED;
    driver.tick();
    assertThat(both.calls.stream().filter("stream a"::equals)).hasSize(2);
  }

  @Test
  void asManyStepsAreAnnouncedAheadAsWanted() {
    JoinDriver driver = node.start(settings(1, 2));

    driver.tick();

    assertThat(node.announced().pending()).containsExactly(10L, 20L, 30L);
  }

  @Test
  void aBreakOfAStepBeginsTheOneThatStreamsAheadOfItAgain() {
    JoinDriver driver = warmingUp();

    node.acknowledge("b", node.announced().epoch() + 1);
    driver.tick();

    assertThat(node.session("b").aborted).isTrue();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.ANNOUNCED);
    assertThat(driver.progress().ahead()).isEmpty();
  }

  @Test
  void aPauseKeepsTheNextStepFromStreaming() {
    JoinDriver driver = streaming();
    node.warm = false;
    node.session("a").outcome = Outcome.SUCCEEDED;
    driver.pause();
    for (int i = 0; i < 5; i++) {
      driver.tick();
    }
    assertThat(node.calls).doesNotContain("stream b");

    driver.resume();
    for (int i = 0; i < 5; i++) {
      driver.tick();
    }
    assertThat(node.calls).contains("stream b");
  }

  /** The first step's data have come and the second one's come. */
  private JoinDriver warmingUp() {
    JoinDriver driver = streaming();
    node.warm = false;
    node.session("a").outcome = Outcome.SUCCEEDED;
    for (int i = 0; i < 4; i++) {
      driver.tick();
    }
    return driver;
  }

  private JoinDriver streaming() {
    return streaming(node);
  }

  private static JoinDriver streaming(RecordingNode node) {
    return streaming(node, SETTINGS);
  }

  private static JoinSettings settings(int sendersAtATime, int lookAhead) {
    return new JoinSettings(
        1,
        StepOrder.TOKEN,
        0,
        sendersAtATime,
        lookAhead,
        SETTINGS.retryMin(),
        SETTINGS.retryMax(),
        SETTINGS.margin());
  }

  private static JoinDriver streaming(RecordingNode node, JoinSettings settings) {
    JoinDriver driver = node.start(settings);
    driver.tick();
    node.acknowledge(1);
    driver.tick();
    node.nowMillis += 2_000;
    driver.tick();
    driver.tick();
    assertThat(driver.progress().phase()).isEqualTo(JoinPhase.STREAMING);
    return driver;
  }
}
