package io.amoeba.shift.protocol.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.shift.protocol.decision.Obstacle.Kind;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShiftRuleTest {

  private static final long NOW = 1_800_000_000_000L;
  private static final ShiftSettings AUTO = new ShiftSettings(ShiftMode.AUTO, 20, 60, 85);
  private static final ShiftSettings ALWAYS = AUTO.with(ShiftMode.ALWAYS);
  private static final OwnNode OWN = own(true, true, false, OptionalInt.of(50));
  private static final PeerView FREE = peer("b", NodeState.quiet(OptionalInt.of(40)));

  private static OwnNode own(
      boolean member, boolean heeds, boolean other, OptionalInt diskWaitPercent) {
    return new OwnNode("m", member, heeds, other, diskWaitPercent);
  }

  private static PeerView peer(String id, @Nullable NodeState state) {
    return new PeerView(id, "node " + id, true, true, Optional.ofNullable(state));
  }

  private static NodeState shifted(long since, boolean drained) {
    return new NodeState(true, true, drained, since, NOW + 60_000, OptionalInt.of(10));
  }

  private static @Nullable Kind leave(
      ShiftSettings settings, OwnNode own, boolean drains, PeerView... peers) {
    return ShiftRule.toLeave(settings, own, List.of(peers), drains, NOW)
        .map(Obstacle::kind)
        .orElse(null);
  }

  private static @Nullable Kind stay(
      ShiftSettings settings, boolean drained, long since, PeerView... peers) {
    return ShiftRule.toStayAway(settings, OWN, List.of(peers), drained, since, NOW)
        .map(Obstacle::kind)
        .orElse(null);
  }

  @Test
  void readsLeaveANodeThatWaitsForItsDiskWhileTheOthersHaveRoom() {
    assertThat(leave(AUTO, OWN, false, FREE)).isNull();
    assertThat(leave(ALWAYS, OWN, false, FREE)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"19, DISK_FREE", "20, ", "-1, DISK_UNKNOWN"})
  void readsStayWhereTheDiskIsNotTheLimit(int wait, @Nullable Kind kind) {
    OptionalInt diskWait = wait < 0 ? OptionalInt.empty() : OptionalInt.of(wait);
    OwnNode own = own(true, true, false, diskWait);

    assertThat(leave(AUTO, own, false, FREE)).isEqualTo(kind);
    assertThat(leave(AUTO, own, true, FREE)).as("with its clients").isNull();
    assertThat(leave(ALWAYS, own, false, FREE)).as("always").isNull();
  }

  @ParameterizedTest
  @CsvSource({"60, , ", "61, PEER_BUSY, ", "85, PEER_BUSY, ", "86, PEER_BUSY, PEER_BUSY"})
  void readsLeaveAndStayAwayWhileTheOthersHaveRoom(
      int use, @Nullable Kind toLeave, @Nullable Kind toStay) {
    PeerView busy = peer("c", NodeState.quiet(OptionalInt.of(use)));

    assertThat(leave(AUTO, OWN, false, FREE, busy)).isEqualTo(toLeave);
    assertThat(leave(AUTO, OWN, true, FREE, busy)).isEqualTo(toLeave);
    assertThat(stay(AUTO, false, NOW - 1, FREE, busy)).isEqualTo(toStay);
    assertThat(leave(ALWAYS, OWN, false, FREE, busy)).isNull();
    assertThat(stay(ALWAYS, false, NOW - 1, FREE, busy)).isNull();
  }

  @Test
  void aReplicaWhoseUseIsUnknownMayHaveNoRoom() {
    assertThat(leave(AUTO, OWN, false, FREE, peer("c", null))).isEqualTo(Kind.PEER_UNKNOWN);
    assertThat(leave(AUTO, OWN, false, peer("c", NodeState.quiet(OptionalInt.empty()))))
        .isEqualTo(Kind.PEER_UNKNOWN);
    assertThat(leave(ALWAYS, OWN, false, FREE, peer("c", null))).isNull();
  }

  @Test
  void nodesWithoutItsRangesTakeNoneOfItsReads() {
    PeerView other =
        new PeerView("z", "node z", true, false, Optional.of(NodeState.quiet(OptionalInt.of(100))));
    PeerView down = new PeerView("y", "node y", false, false, Optional.empty());

    assertThat(leave(AUTO, OWN, false, FREE, other, down)).isNull();
    assertThat(leave(ALWAYS, OWN, false, other)).isEqualTo(Kind.NO_PEER);
    assertThat(leave(ALWAYS, OWN, false)).isEqualTo(Kind.NO_PEER);
  }

  @Test
  void noReadsLeaveWhileAnotherReplicaIsDown() {
    PeerView down = new PeerView("c", "node c", false, true, FREE.state());

    assertThat(leave(ALWAYS, OWN, false, FREE, down)).isEqualTo(Kind.PEER_DOWN);
    assertThat(stay(ALWAYS, false, NOW - 1, FREE, down)).isEqualTo(Kind.PEER_DOWN);
  }

  @Test
  void twoReplicasAreNotShiftedAtOnce() {
    PeerView shifted = peer("c", shifted(NOW - 10, false));

    assertThat(leave(ALWAYS, OWN, false, FREE, shifted)).isEqualTo(Kind.PEER_SHIFTED);
    assertThat(leave(AUTO, OWN, false, FREE, shifted)).isEqualTo(Kind.PEER_SHIFTED);
  }

  @ParameterizedTest
  @CsvSource({
    "c, 9, PEER_SHIFTED",
    "c, 10, PEER_SHIFTED",
    "n, 10, ",
    "c, 11, ",
    "n, 9, PEER_SHIFTED",
  })
  void ofTwoThatHaveShiftedAtOnceTheLaterReturns(String id, long since, @Nullable Kind kind) {
    assertThat(stay(ALWAYS, false, 10, peer(id, shifted(since, false)))).isEqualTo(kind);
  }

  @Test
  void twoNodesOfADataCentreAreNotDrainedAtOnceEvenWithoutCommonRanges() {
    PeerView drained =
        new PeerView("c", "node c", true, false, Optional.of(shifted(NOW - 10, true)));
    PeerView shifted =
        new PeerView("c", "node c", true, false, Optional.of(shifted(NOW - 10, false)));

    assertThat(leave(ALWAYS, OWN, true, FREE, drained)).isEqualTo(Kind.PEER_SHIFTED);
    assertThat(stay(ALWAYS, true, NOW, FREE, drained)).isEqualTo(Kind.PEER_SHIFTED);
    assertThat(leave(ALWAYS, OWN, false, FREE, drained)).isNull();
    assertThat(leave(ALWAYS, OWN, true, FREE, shifted)).isNull();
  }

  @Test
  void aShiftThatHadToEndLongAgoKeepsNoOtherFromLeaving() {
    NodeState stale =
        new NodeState(true, true, false, 1, NOW - 24L * 3_600_000, OptionalInt.of(10));

    assertThat(leave(AUTO, OWN, false, FREE, peer("c", stale))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "false, true, false, NOT_A_MEMBER",
    "true, false, false, NO_DYNAMIC_SNITCH",
    "true, true, true, OTHER_SEVERITY"
  })
  void readsStayWhereTheirShiftWouldBeOfNoUse(
      boolean member, boolean heeds, boolean other, Kind kind) {
    OwnNode own = own(member, heeds, other, OptionalInt.of(50));

    assertThat(leave(ALWAYS, own, false, FREE)).isEqualTo(kind);
    assertThat(ShiftRule.toStayAway(ALWAYS, own, List.of(FREE), false, 1, NOW))
        .map(Obstacle::kind)
        .contains(kind);
  }

  @Test
  void withoutTheLeverReadsStay() {
    assertThat(leave(AUTO.with(ShiftMode.OFF), OWN, true, FREE)).isEqualTo(Kind.OFF);
  }

  @Test
  void settingsByWhichReadsWouldMoveToAndFroAreRefused() {
    assertThatThrownBy(() -> new ShiftSettings(ShiftMode.AUTO, 20, 60, 59))
        .hasMessage("return-use=59: want at least max-use=60");
  }
}
