package io.amoeba.streaming.protocol.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.Announcement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JoinFollowerTest {

  private static final UUID PLAN = new UUID(1, 2);
  private static final String HERE = "10.0.0.9:7000";
  private static final String ELSEWHERE = "10.0.0.7:7000";

  private final List<String> calls = new ArrayList<>();
  private final Set<String> taken = new HashSet<>();
  private boolean diskFails;
  private @Nullable String objection;

  @Test
  void losingReplicasThenNormalTokensThenPendingOnesThenTheDisk() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);

    follower.apply(HERE, announcement(4));

    assertThat(calls)
        .containsExactly(
            "save", "move " + HERE, "losing replicas [1]", "own [1]", "hold [2]", "save");
    assertThat(follower.acknowledgement(1, 1).orElseThrow().epoch()).isEqualTo(4);
  }

  @Test
  void anAnnouncementThatTheDiskRejectsIsNotAcknowledgedAndMayBeAppliedAgain() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    diskFails = true;

    assertThatThrownBy(() -> follower.apply(HERE, announcement(4))).hasMessage("disk full");
    assertThat(follower.acknowledgement(1, 1)).isEmpty();

    diskFails = false;
    follower.apply(HERE, announcement(4));
    assertThat(follower.acknowledgement(1, 1)).isPresent();
  }

  @Test
  void aRestartedMemberShowsWhatItHeldBeforeItServes() {
    JoinFollower before = follower(HeldJoin.nothing(1), 1);
    before.apply(HERE, announcement(4));
    calls.clear();

    JoinFollower after = follower(before.held(), 2);

    assertThat(calls)
        .containsExactly("save", "move " + HERE, "losing replicas [1]", "own [1]", "hold [2]");
    assertThat(after.acknowledgement(1, 1)).isEqualTo(before.acknowledgement(1, 1));
  }

  @Test
  void aMemberThatRanWithoutTheAgentSaysThatItsHoldBroke() {
    JoinFollower before = follower(HeldJoin.nothing(1), 1);
    before.apply(HERE, announcement(4));

    JoinFollower after = follower(before.held(), 5);

    assertThat(after.acknowledgement(1, 1).orElseThrow().holds()).isFalse();
  }

  @Test
  void pendingTokensOfASilentNodeAreGivenUpOnDiskFirst() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    follower.apply(HERE, announcement(4));
    calls.clear();

    assertThat(follower.silentFor(Duration.ofMinutes(9))).isFalse();
    assertThat(follower.silentFor(Duration.ofMinutes(10))).isTrue();
    assertThat(follower.silentFor(Duration.ofMinutes(11))).isFalse();

    assertThat(calls).containsExactly("save", "hold []");
    assertThat(follower.acknowledgement(1, 1).orElseThrow().heldSince()).isEqualTo(5);
  }

  @Test
  void whenTheNodeIsRemovedNothingIsHeldForItAnyMore() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    follower.apply(HERE, announcement(4));
    calls.clear();

    follower.nodeRemoved();
    follower.nodeRemoved();

    assertThat(calls).containsExactly("save", "release");
    assertThat(follower.apply(HERE, announcement(5))).isInstanceOf(ApplyResult.Ignored.class);
  }

  @Test
  void aVoidPlanLearntFromAnotherMemberIsPassedOnOnce() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    follower.apply(HERE, announcement(4));
    UUID plan = announcement(4).plan();

    assertThat(follower.planVoid(plan)).isTrue();
    assertThat(follower.acknowledgement(1, 1).orElseThrow().voided()).isTrue();
    assertThat(calls).endsWith("save", "release");

    assertThat(follower.planVoid(plan)).isFalse();
  }

  @Test
  void aMemberThatHasHeardOfNoJoinPassesItOnToo() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    UUID plan = announcement(4).plan();

    assertThat(follower.planVoid(plan)).isTrue();
    assertThat(follower.acknowledgement(1, 1).orElseThrow().voided()).isTrue();
    assertThat(follower.apply(HERE, announcement(4))).isInstanceOf(ApplyResult.Ignored.class);
  }

  @Test
  void anAnnouncementFromAnotherAddressMovesTheNodeBeforeAnythingElse() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    follower.apply(HERE, announcement(4));
    calls.clear();

    follower.apply(ELSEWHERE, announcement(5));

    assertThat(calls)
        .containsExactly("move " + ELSEWHERE, "losing replicas [1]", "own [1]", "hold [2]", "save");
    assertThat(follower.held().endpoint()).isEqualTo(ELSEWHERE);
  }

  @Test
  void gossipOfAFormerAddressDoesNotMoveTheNodeBack() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    follower.apply(HERE, announcement(4));
    follower.apply(ELSEWHERE, announcement(5));
    calls.clear();

    assertThat(follower.apply(HERE, announcement(4))).isInstanceOf(ApplyResult.Ignored.class);
    assertThat(calls).isEmpty();
  }

  @Test
  void anAnnouncementFromAnotherHostsAddressIsAppliedWhenThatHostHasGone() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    taken.add(HERE);

    assertThat(follower.apply(HERE, announcement(4))).isInstanceOf(ApplyResult.Ignored.class);
    assertThat(follower.acknowledgement(1, 1)).isEmpty();

    taken.clear();
    assertThat(follower.apply(HERE, announcement(4))).isInstanceOf(ApplyResult.Applied.class);
  }

  /** What this member says of a join is one text with what it says of all others. */
  @Test
  void theLargestEpochIsHeldGivenUpAndAcknowledgedLikeAnyOther() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    follower.apply(HERE, announcement(Announcement.MAX_EPOCH));

    assertThat(follower.silentFor(Duration.ofDays(1))).isTrue();

    assertThat(follower.acknowledgement(1, 1).orElseThrow().heldSince())
        .isEqualTo(Announcement.MAX_EPOCH + 1);
  }

  @Test
  void anAnnouncementThatTheRingContradictsChangesNothing() {
    JoinFollower follower = follower(HeldJoin.nothing(1), 1);
    objection = "token 1 is that of another host";

    assertThat(follower.apply(HERE, announcement(4)))
        .isEqualTo(new ApplyResult.Refused("token 1 is that of another host"));
    assertThat(calls).containsExactly("save");
    assertThat(follower.acknowledgement(1, 1)).isEmpty();

    objection = null;
    assertThat(follower.apply(HERE, announcement(4))).isInstanceOf(ApplyResult.Applied.class);
  }

  private JoinFollower follower(HeldJoin held, long generation) {
    return new JoinFollower(
        held,
        generation == 5 ? 4 : held.generation(),
        generation,
        Duration.ofMinutes(10),
        ring(),
        this::save);
  }

  private void save(HeldJoin held) {
    if (diskFails) {
      throw new IllegalStateException("disk full");
    }
    calls.add("save");
    assertThat(HeldJoinCodec.decode(HeldJoinCodec.encode(held))).isEqualTo(held);
  }

  private MemberRing ring() {
    return new MemberRing() {
      @Override
      public Optional<String> objection(String endpoint, Announcement announcement, boolean first) {
        return Optional.ofNullable(objection);
      }

      @Override
      public boolean move(String endpoint) {
        calls.add("move " + endpoint);
        return !taken.contains(endpoint);
      }

      @Override
      public void keepWritingToLosingReplicas(Announcement announcement) {
        calls.add("losing replicas " + announcement.settling());
      }

      @Override
      public void own(SortedSet<Long> done) {
        calls.add("own " + done);
      }

      @Override
      public void hold(SortedSet<Long> pending) {
        calls.add("hold " + pending);
      }

      @Override
      public void release() {
        calls.add("release");
      }
    };
  }

  private static Announcement announcement(long epoch) {
    return new Announcement(PLAN, epoch, set(1), set(1), set(2), set());
  }

  private static SortedSet<Long> set(long... tokens) {
    SortedSet<Long> set = new TreeSet<>();
    for (long token : tokens) {
      set.add(token);
    }
    return set;
  }
}
