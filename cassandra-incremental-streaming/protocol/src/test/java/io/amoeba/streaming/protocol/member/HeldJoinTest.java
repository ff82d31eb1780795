package io.amoeba.streaming.protocol.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.Hostility;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.RandomAnnouncements;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HeldJoinTest {

  private static final UUID PLAN = new UUID(1, 2);
  private static final UUID OTHER_PLAN = new UUID(3, 4);
  private static final String HERE = "10.0.0.9:7000";
  private static final long SEED = 20_261_121;

  @Test
  void largerEpochsAreAppliedAndHeldSinceStays() {
    HeldJoin held = applied(HeldJoin.nothing(1), pending(3, 10L));
    held = applied(held, pending(5, 10L, 20L));

    assertThat(held.held()).containsExactly(10L, 20L);
    assertThat(acknowledgement(held).epoch()).isEqualTo(5);
    assertThat(acknowledgement(held).heldSince()).isEqualTo(3);
  }

  @Test
  void epochsThatAreNotLargerAreIgnored() {
    HeldJoin held = applied(HeldJoin.nothing(1), pending(3, 10L));

    assertThat(held.apply(HERE, pending(3)))
        .isEqualTo(new ApplyResult.Ignored("epoch 3, not after 3"));
    assertThat(held.apply(HERE, pending(2))).isInstanceOf(ApplyResult.Ignored.class);
  }

  @Test
  void doneTokensAreNotTakenBack() {
    HeldJoin held = applied(HeldJoin.nothing(1), done(PLAN, 3, 10L));

    assertThat(held.apply(HERE, pending(4, 10L)))
        .isEqualTo(new ApplyResult.Ignored("epoch 4 takes back tokens that are done"));
  }

  @Test
  void givingUpBreaksTheChainUntilALaterEpoch() {
    HeldJoin held = applied(HeldJoin.nothing(1), pending(3, 10L)).gaveUp();

    assertThat(held.held()).isEmpty();
    assertThat(acknowledgement(held).holds()).isFalse();

    held = applied(held, pending(4, 10L));
    assertThat(acknowledgement(held).heldSince()).isEqualTo(4);
    assertThat(held.held()).containsExactly(10L);
  }

  @Test
  void confirmedTokensAreNotGivenUp() {
    Announcement confirming = new Announcement(PLAN, 3, set(), set(), set(10L, 20L), set(10L));

    assertThat(applied(HeldJoin.nothing(1), confirming).gaveUp().held()).containsExactly(10L);
  }

  @Test
  void itIsBoundOnlyAsFarAsTheNodeMayServe() {
    Announcement confirming = new Announcement(PLAN, 4, set(), set(), set(10L, 20L), set(10L));
    HeldJoin pendingOnly = applied(HeldJoin.nothing(1), pending(3, 10L, 20L));
    HeldJoin confirmed = applied(pendingOnly, confirming);

    assertThat(HeldJoin.nothing(1).isBound()).isFalse();
    assertThat(pendingOnly.isBound()).isFalse();
    assertThat(confirmed.isBound()).isTrue();
    assertThat(confirmed.gaveUp().isBound()).isTrue();
    assertThat(applied(confirmed, done(PLAN, 5, 10L)).isBound()).isTrue();
    assertThat(confirmed.nodeRemoved().isBound()).isFalse();
    assertThat(confirmed.nodeFinished().isBound()).isFalse();
  }

  @Test
  void aLaterEpochFromAnotherAddressIsTheSameJoinThere() {
    HeldJoin held = applied(HeldJoin.nothing(1), pending(3, 10L));

    HeldJoin moved = ((ApplyResult.Applied) held.apply("10.0.0.7:7000", pending(4, 10L))).held();

    assertThat(moved.endpoint()).isEqualTo("10.0.0.7:7000");
    assertThat(acknowledgement(moved).heldSince()).isEqualTo(3);
    assertThat(moved.apply(HERE, pending(3, 10L))).isInstanceOf(ApplyResult.Ignored.class);
  }

  @Test
  void aStartWithTheAgentKeepsTheChainAndOneWithoutBreaksIt() {
    HeldJoin held = applied(HeldJoin.nothing(7), pending(3, 10L));

    assertThat(held.started(7, 8).broken()).isFalse();
    assertThat(held.started(7, 8).generation()).isEqualTo(8);
    assertThat(held.started(8, 9).broken()).isTrue();
  }

  @Test
  void aRemovedNodesPlanStaysVoid() {
    HeldJoin held = applied(HeldJoin.nothing(1), done(PLAN, 3, 10L)).nodeRemoved();

    assertThat(held.apply(HERE, done(PLAN, 9, 10L))).isInstanceOf(ApplyResult.Ignored.class);
    assertThat(acknowledgement(held)).matches(Acknowledgement::voided);
    assertThat(held.apply(HERE, pending(1))).isInstanceOf(ApplyResult.Ignored.class);
    assertThat(held.apply(HERE, done(OTHER_PLAN, 1, 10L))).isInstanceOf(ApplyResult.Applied.class);
  }

  @Test
  void aFinishedPlanIsOverButNotVoid() {
    HeldJoin held = applied(HeldJoin.nothing(1), done(PLAN, 3, 10L)).nodeFinished();

    assertThat(held.apply(HERE, done(PLAN, 9, 10L))).isInstanceOf(ApplyResult.Ignored.class);
    assertThat(held.acknowledgement(1, 1)).isEmpty();
  }

  @Test
  void anotherMembersWordVoidsAPlanThatIsNotHeldHere() {
    HeldJoin held = HeldJoin.nothing(1).planVoid(PLAN);

    assertThat(held.apply(HERE, pending(9, 10L))).isInstanceOf(ApplyResult.Ignored.class);
    assertThat(held.planVoid(PLAN)).isSameAs(held);
  }

  @Test
  void anotherPlanReplacesOneOfWhichNothingIsDone() {
    HeldJoin wiped = applied(HeldJoin.nothing(1), pending(3, 10L));
    HeldJoin serving = applied(HeldJoin.nothing(1), done(PLAN, 3, 10L));

    HeldJoin replaced = applied(wiped, done(OTHER_PLAN, 1));

    assertThat(replaced.apply(HERE, pending(9, 10L))).isInstanceOf(ApplyResult.Ignored.class);
    assertThat(serving.apply(HERE, done(OTHER_PLAN, 1))).isInstanceOf(ApplyResult.Ignored.class);
  }

  @Test
  void onlyARemovedNodesPlanIsVoid() {
    HeldJoin joining = applied(HeldJoin.nothing(1), done(PLAN, 3, 10L));

    assertThat(joining.isVoid()).isFalse();
    assertThat(joining.nodeFinished().isVoid()).isFalse();
    assertThat(joining.nodeRemoved().isVoid()).isTrue();
  }

  @Test
  void theRecordIsReadAsItWasWritten() {
    Random random = new Random(SEED);
    for (int i = 0; i < 500; i++) {
      HeldJoin held = random(random);

      assertThat(HeldJoinCodec.decode(HeldJoinCodec.encode(held))).isEqualTo(held);
    }
  }

  @Test
  void aDamagedRecordIsRefused() {
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      String text = HeldJoinCodec.encode(random(random));

      Hostility.isRefusedOrRead(
          Hostility.damaged(text, random), HeldJoinCodec::decode, HeldJoinCodec::encode);
    }
    assertThatThrownBy(() -> HeldJoinCodec.decode(""))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("checksum");
  }

  private static HeldJoin random(Random random) {
    Announcement last = RandomAnnouncements.next(random, random.nextInt(8));
    long heldSince = random.nextBoolean() ? last.epoch() + 1 : 1;
    return new HeldJoin(
        Optional.of(last),
        random.nextBoolean() ? HERE : "",
        heldSince,
        random.nextInt(100),
        List.of(
            new HeldJoin.ClosedPlan(OTHER_PLAN, random.nextBoolean()),
            new HeldJoin.ClosedPlan(PLAN, random.nextBoolean())));
  }

  private static HeldJoin applied(HeldJoin held, Announcement next) {
    assertThat(held.apply(HERE, next)).isInstanceOf(ApplyResult.Applied.class);
    return ((ApplyResult.Applied) held.apply(HERE, next)).held();
  }

  private static Acknowledgement acknowledgement(HeldJoin held) {
    return held.acknowledgement(2_000, 5_000).orElseThrow();
  }

  private static Announcement pending(long epoch, Long... tokens) {
    return new Announcement(PLAN, epoch, set(), set(), set(tokens), set());
  }

  private static Announcement done(UUID plan, long epoch, Long... tokens) {
    return new Announcement(plan, epoch, set(tokens), set(), set(), set());
  }

  private static SortedSet<Long> set(Long... tokens) {
    return new TreeSet<>(List.of(tokens));
  }
}
