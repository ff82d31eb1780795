package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StepPlannerTest {

  private static final SortedSet<Long> NONE = new TreeSet<>();

  /** 10, 20 and 30 come from a, 40 and 50 from b, 60 from c; 70 brings nothing. */
  private static final SortedSet<Long> TOKENS =
      new TreeSet<>(List.of(10L, 20L, 30L, 40L, 50L, 60L, 70L));

  @Test
  void tokensAreTakenInAscendingOrder() {
    assertThat(plan(2, StepOrder.TOKEN, 0))
        .containsExactly(set(10, 20), set(30, 40), set(50, 60, 70));
  }

  @Test
  void roundRobinTakesOneTokenOfEachSenderInTurn() {
    assertThat(plan(1, StepOrder.ROUND_ROBIN, 0))
        .containsExactly(set(10, 70), set(40), set(60), set(20), set(50), set(30));
  }

  @Test
  void theLeastLoadedSendersTokensComeFirst() {
    Map<String, Integer> ranks = Map.of("a", 3, "b", 1, "c", 2, "", 9);

    List<SortedSet<Long>> steps =
        StepPlanner.plan(
            NONE,
            TOKENS,
            settings(1, StepOrder.LEAST_LOADED, 0),
            StepPlannerTest::transfers,
            ranks::get);

    assertThat(steps).containsExactly(set(40), set(50), set(60), set(10), set(20), set(30, 70));
  }

  @Test
  void aRandomOrderIsThatOfItsSeed() {
    assertThat(plan(1, StepOrder.RANDOM, 5)).isEqualTo(plan(1, StepOrder.RANDOM, 5));
    assertThat(plan(1, StepOrder.RANDOM, 5)).isNotEqualTo(plan(1, StepOrder.TOKEN, 5));
    assertThat(plan(1, StepOrder.RANDOM, 5).stream().flatMap(SortedSet::stream))
        .containsExactlyInAnyOrderElementsOf(TOKENS);
  }

  @Test
  void automaticallyAStepBringsAboutOneSendersWorthOfDataAndTheFirstHalfOfThat() {
    assertThat(automatically(46, 12))
        .hasSize(12)
        .satisfies(steps -> assertThat(steps.get(0)).hasSize(2))
        .satisfies(steps -> assertThat(steps.subList(1, 12)).allMatch(step -> step.size() == 4));
  }

  @Test
  void automaticallyThereAreAtLeastEightStepsIfThereAreTokens() {
    assertThat(automatically(45, 3))
        .hasSize(8)
        .satisfies(steps -> assertThat(steps.get(0)).hasSize(3))
        .satisfies(steps -> assertThat(steps.subList(1, 8)).allMatch(step -> step.size() == 6));
    assertThat(automatically(5, 3)).hasSize(5);
  }

  /** Equal shares, from as many senders in turn. */
  private static List<SortedSet<Long>> automatically(int tokens, int senders) {
    SortedSet<Long> all = new TreeSet<>();
    for (long i = 1; i <= tokens; i++) {
      all.add(i << 32);
    }
    return StepPlanner.plan(
        NONE,
        all,
        settings(JoinSettings.AUTOMATIC, StepOrder.TOKEN, 0),
        (done, step) ->
            step.stream()
                .map(
                    token ->
                        new Transfer(
                            "sender " + (token >> 32) % senders,
                            new TreeMap<>(
                                Map.of("ks", List.of(new TokenRange(token - (1L << 32), token))))))
                .toList(),
        sender -> 0);
  }

  @Test
  void allTokensCanBeOneStep() {
    assertThat(plan(7, StepOrder.TOKEN, 0)).containsExactly(TOKENS);
    assertThat(plan(1_000, StepOrder.TOKEN, 0)).containsExactly(TOKENS);
  }

  @Test
  void aStepThatBringsNothingIsMergedWithTheNextOrTheLast() {
    JoinSettings settings = settings(1, StepOrder.TOKEN, 0);

    assertThat(
            StepPlanner.plan(
                NONE, set(5, 10, 70), settings, StepPlannerTest::transfers, sender -> 0))
        .containsExactly(set(5, 10, 70));
  }

  @Test
  void tokensOfWhichNoneBringsAnythingAreOneStep() {
    assertThat(
            StepPlanner.plan(
                NONE,
                set(70),
                settings(1, StepOrder.TOKEN, 0),
                StepPlannerTest::transfers,
                sender -> 0))
        .containsExactly(set(70));
  }

  @Test
  void aNewPlanKeepsTheStepsThatAreDone() {
    JoinRecord join =
        new JoinRecord(
            RecordingNode.PLAN,
            List.of(set(10, 20), set(30, 40), set(50, 60)),
            set(10, 20),
            NONE,
            3,
            false);

    assertThat(
            StepPlanner.again(
                join,
                settings(3, StepOrder.TOKEN, 0),
                StepPlannerTest::transfers,
                new ClusterSnapshot(List.of(), "", java.util.Optional.empty(), List.of())))
        .containsExactly(set(10, 20), set(30, 40, 50), set(60));
  }

  private static List<SortedSet<Long>> plan(int tokensPerStep, StepOrder order, long seed) {
    return StepPlanner.plan(
        NONE,
        TOKENS,
        settings(tokensPerStep, order, seed),
        StepPlannerTest::transfers,
        sender -> 0);
  }

  private static JoinSettings settings(int tokensPerStep, StepOrder order, long seed) {
    return new JoinSettings(
        tokensPerStep,
        order,
        seed,
        1,
        1,
        Duration.ofMillis(1),
        Duration.ofMillis(1),
        Duration.ZERO);
  }

  private static List<Transfer> transfers(SortedSet<Long> done, SortedSet<Long> step) {
    Map<String, List<TokenRange>> bySender = new TreeMap<>();
    for (long token : step) {
      if (token >= 10 && token <= 60) {
        String sender = token <= 30 ? "a" : token <= 50 ? "b" : "c";
        bySender
            .computeIfAbsent(sender, name -> new java.util.ArrayList<>())
            .add(new TokenRange(token - 10, token));
      }
    }
    return bySender.entrySet().stream()
        .map(entry -> new Transfer(entry.getKey(), new TreeMap<>(Map.of("ks", entry.getValue()))))
        .toList();
  }

  private static SortedSet<Long> set(long... tokens) {
    SortedSet<Long> set = new TreeSet<>();
    for (long token : tokens) {
      set.add(token);
    }
    return set;
  }
}
