package io.amoeba.streaming.protocol.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.PlanId;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FollowedJoinsTest {

  private static final UUID HOST = UUID.randomUUID();
  private static final UUID OTHER_HOST = UUID.randomUUID();
  private static final UUID PLAN = PlanId.draw(HOST);
  private static final UUID OTHER_PLAN = PlanId.draw(OTHER_HOST);
  private static final String HERE = "10.0.0.9:7000";
  private static final String ELSEWHERE = "10.0.0.7:7000";

  /** What each host's follower has done to the ring last. */
  private final Map<UUID, String> ring = new HashMap<>();

  private final FollowedJoins joins = new FollowedJoins(this::follower);
  private @Nullable String objection;

  @Test
  void theSameHostAtAnotherAddressContinuesWithItsJoin() {
    joins.apply(HOST, HERE, done(PLAN, 3));

    assertThat(joins.apply(HOST, ELSEWHERE, done(PLAN, 4))).isInstanceOf(ApplyResult.Applied.class);

    assertThat(joins.at(HERE)).isEmpty();
    assertThat(joins.at(ELSEWHERE)).isEqualTo(joins.of(HOST));
    assertThat(joins.of(HOST).orElseThrow().held().held()).containsExactly(20L);
  }

  @Test
  void anotherHostAtTheAddressOfOneThatServesIsARival() {
    joins.apply(HOST, HERE, done(PLAN, 3));

    assertThat(joins.apply(OTHER_HOST, HERE, pending(OTHER_PLAN, 1)))
        .isInstanceOfSatisfying(
            ApplyResult.Ignored.class,
            ignored -> assertThat(ignored.reason()).contains(HOST.toString(), "another address"));
    assertThat(joins.at(HERE)).isEqualTo(joins.of(HOST));
  }

  @Test
  void anotherHostAtTheAddressIsARivalAsSoonAsTheFirstOneMayServe() {
    joins.apply(HOST, HERE, new Announcement(PLAN, 3, set(), set(), set(10, 20), set(10)));

    assertThat(joins.apply(OTHER_HOST, HERE, pending(OTHER_PLAN, 1)))
        .isInstanceOf(ApplyResult.Ignored.class);
  }

  @Test
  void aNodeThatWasWipedBeforeItsFirstStepTakesItsAddressFromItsFormerSelf() {
    joins.apply(HOST, HERE, pending(PLAN, 3));

    assertThat(joins.apply(OTHER_HOST, HERE, pending(OTHER_PLAN, 1)))
        .isInstanceOf(ApplyResult.Applied.class);

    assertThat(ring).containsEntry(HOST, "release");
    HeldJoin former = joins.of(HOST).orElseThrow().held();
    assertThat(former.held()).isEmpty();
    assertThat(former.endpoint()).isEmpty();
  }

  @Test
  void theFirstHostContinuesElsewhereWhenAnotherOneHasTakenItsAddress() {
    joins.apply(HOST, HERE, pending(PLAN, 3));
    joins.apply(OTHER_HOST, HERE, pending(OTHER_PLAN, 1));

    assertThat(joins.apply(HOST, ELSEWHERE, pending(PLAN, 4)))
        .isInstanceOf(ApplyResult.Applied.class);

    assertThat(joins.at(HERE)).isEqualTo(joins.of(OTHER_HOST));
    assertThat(joins.at(ELSEWHERE)).isEqualTo(joins.of(HOST));
    // It was not held in between.
    assertThat(joins.of(HOST).orElseThrow().acknowledgement(1, 1).orElseThrow().heldSince())
        .isEqualTo(4);
  }

  @Test
  void repeatedGossipOfAFormerAddressTakesItFromNoOtherHost() {
    joins.apply(HOST, HERE, pending(PLAN, 3));
    joins.apply(HOST, ELSEWHERE, pending(PLAN, 4));
    joins.apply(OTHER_HOST, HERE, pending(OTHER_PLAN, 1));

    assertThat(joins.apply(HOST, HERE, pending(PLAN, 3))).isInstanceOf(ApplyResult.Ignored.class);

    assertThat(joins.at(HERE)).isEqualTo(joins.of(OTHER_HOST));
  }

  @Test
  void aPlanOfAnotherHostIsIgnored() {
    assertThat(joins.apply(OTHER_HOST, HERE, done(PLAN, 3)))
        .isInstanceOf(ApplyResult.Ignored.class);
    assertThat(joins.planVoid(OTHER_HOST, PLAN)).isFalse();
    assertThat(joins.of(OTHER_HOST)).isEmpty();
  }

  @Test
  void aVoidPlanIsKeptOfAHostThatWasNeverHeardOf() {
    assertThat(joins.planVoid(HOST, PLAN)).isTrue();
    assertThat(joins.apply(HOST, HERE, done(PLAN, 3))).isInstanceOf(ApplyResult.Ignored.class);
  }

  @Test
  void anAnnouncementThatTheRingContradictsTakesNoAddress() {
    joins.apply(HOST, HERE, pending(PLAN, 3));
    objection = "its tokens are another host's";

    assertThat(joins.apply(OTHER_HOST, HERE, pending(OTHER_PLAN, 1)))
        .isEqualTo(new ApplyResult.Refused("its tokens are another host's"));

    assertThat(joins.at(HERE)).isEqualTo(joins.of(HOST));
    assertThat(joins.of(HOST).orElseThrow().held().held()).containsExactly(10L, 20L);
  }

  /** Each of them takes a file, and a place in what this member gossips. */
  @Test
  void whoeverCallsPlansOfEverMoreHostsVoidIsNotListenedTo() {
    joins.apply(HOST, HERE, done(PLAN, 3));
    int news = 0;
    for (int i = 0; i < 10 * FollowedJoins.MOST_HEARSAY; i++) {
      UUID invented = new UUID(i, i);
      news += joins.planVoid(invented, PlanId.draw(invented)) ? 1 : 0;
    }

    assertThat(news).isEqualTo(FollowedJoins.MOST_HEARSAY);
    // Of hosts that are known it still counts.
    assertThat(joins.planVoid(HOST, PLAN)).isTrue();
  }

  @Test
  void ofOneHostHardlyAnyPlansAreKeptThatWereCalledVoidButAlwaysTheOneThatRuns() {
    joins.apply(HOST, HERE, done(PLAN, 3));
    for (int i = 0; i < 1_000; i++) {
      joins.planVoid(HOST, PlanId.draw(HOST));
    }
    assertThat(joins.of(HOST).orElseThrow().held().closed()).hasSize(HeldJoin.MOST_HEARSAY);
    assertThat(joins.of(HOST).orElseThrow().held().announcement()).isPresent();

    assertThat(joins.planVoid(HOST, PLAN)).isTrue();

    HeldJoin held = joins.of(HOST).orElseThrow().held();
    assertThat(held.isVoid()).isTrue();
    assertThat(HeldJoinCodec.decode(HeldJoinCodec.encode(held))).isEqualTo(held);
  }

  /** Else this member would ignore its NORMAL status. */
  @Test
  void noPlanOfAHostThatHasFinishedIsVoid() {
    joins.apply(HOST, HERE, done(PLAN, 3));
    joins.of(HOST).orElseThrow().nodeFinished();

    assertThat(joins.planVoid(HOST, PlanId.draw(HOST))).isFalse();

    assertThat(joins.of(HOST).orElseThrow().held().isVoid()).isFalse();
  }

  private JoinFollower follower(UUID host) {
    MemberRing changes =
        new MemberRing() {
          @Override
          public Optional<String> objection(
              String endpoint, Announcement announcement, boolean first) {
            return Optional.ofNullable(objection);
          }

          @Override
          public boolean move(String endpoint) {
            ring.put(host, "move");
            return true;
          }

          @Override
          public void keepWritingToLosingReplicas(Announcement announcement) {
            ring.put(host, "losing replicas");
          }

          @Override
          public void own(SortedSet<Long> done) {
            ring.put(host, "own");
          }

          @Override
          public void hold(SortedSet<Long> pending) {
            ring.put(host, "hold");
          }

          @Override
          public void release() {
            ring.put(host, "release");
          }
        };
    return new JoinFollower(HeldJoin.nothing(1), 1, 1, Duration.ofMinutes(1), changes, saved -> {});
  }

  private static Announcement pending(UUID plan, long epoch) {
    return new Announcement(plan, epoch, set(), set(), set(10, 20), set());
  }

  private static Announcement done(UUID plan, long epoch) {
    return new Announcement(plan, epoch, set(10), set(), set(20), set());
  }

  private static SortedSet<Long> set(long... tokens) {
    return new TreeSet<>(Arrays.stream(tokens).boxed().toList());
  }
}
