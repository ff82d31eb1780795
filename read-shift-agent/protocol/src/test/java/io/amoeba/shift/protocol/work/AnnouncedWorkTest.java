package io.amoeba.shift.protocol.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.shift.protocol.decision.Obstacle;
import io.amoeba.shift.protocol.decision.Obstacle.Kind;
import io.amoeba.shift.protocol.decision.OwnNode;
import io.amoeba.shift.protocol.decision.ShiftMode;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnouncedWorkTest {

  private static final long WALL = 1_800_000_000_000L;
  private static final long WARM_LIMIT = 30_000;
  private static final OptionalInt USE = OptionalInt.of(5);

  private final RecordingLevers levers = new RecordingLevers();
  private final AnnouncedWork work = new AnnouncedWork(levers, WARM_LIMIT);
  private long millis = 1_000;
  private ShiftMode mode = ShiftMode.ALWAYS;
  private boolean peerUp = true;
  private NodeState peer = NodeState.quiet(OptionalInt.of(10));

  private Moment now() {
    return new Moment(millis, WALL + millis);
  }

  private void tick(long passed) {
    millis += passed;
    work.tick(
        now(),
        new ShiftSettings(mode, 20, 60, 85),
        new OwnNode("m", true, true, false, OptionalInt.of(50)),
        List.of(new PeerView("b", "node b", peerUp, true, Optional.of(peer))));
  }

  private static NodeState shifted(long since) {
    return new NodeState(true, true, false, since, since + 60_000, OptionalInt.of(10));
  }

  @Test
  void readsLeaveWhileWorkIsAnnouncedAndReturnWhenItIsWithdrawn() {
    work.announce(now(), 60_000, false);
    tick(0);
    assertThat(work.phase()).isEqualTo(Phase.SHIFTED);
    assertThat(work.state(USE))
        .isEqualTo(new NodeState(true, true, false, WALL + 1_000, WALL + 61_000, USE));

    assertThat(work.withdraw(now())).isTrue();
    tick(1_000);

    assertThat(levers.done).containsExactly("shift reads", "warm", "return reads");
    assertThat(work.state(USE)).isEqualTo(NodeState.quiet(USE));
    assertThat(work.withdraw(now())).isFalse();
  }

  @Test
  void readsReturnWhenTheWorkTakesLongerThanAnnounced() {
    work.announce(now(), 10_000, false);
    tick(0);
    tick(9_999);
    assertThat(work.phase()).isEqualTo(Phase.SHIFTED);

    tick(1);

    assertThat(work.phase()).isEqualTo(Phase.QUIET);
    assertThat(levers.done).endsWith("return reads");
  }

  @Test
  void anotherAnnouncementChangesTheEnd() {
    work.announce(now(), 10_000, false);
    tick(9_000);
    work.announce(now(), 10_000, false);
    tick(9_000);
    assertThat(work.phase()).isEqualTo(Phase.SHIFTED);

    work.announce(now(), 1_000, false);
    tick(1_000);

    assertThat(work.phase()).isEqualTo(Phase.QUIET);
    assertThat(levers.done).containsExactly("shift reads", "warm", "return reads");
  }

  @Test
  void readsReturnWhenTheCachesAreWarm() {
    levers.warm = false;
    work.announce(now(), 10_000, false);
    tick(0);
    work.withdraw(now());
    tick(WARM_LIMIT - 1);
    assertThat(work.phase()).isEqualTo(Phase.RETURNING);
    assertThat(work.state(USE).isShifted()).isTrue();
    assertThat(work.state(USE).isWorking()).isFalse();
    assertThat(levers.done).containsExactly("shift reads", "warm");

    levers.warm = true;
    tick(0);

    assertThat(levers.done).endsWith("return reads");
  }

  @Test
  void readsReturnColdAfterTheLimit() {
    levers.warm = false;
    work.announce(now(), 10_000, false);
    tick(0);
    work.withdraw(now());
    tick(WARM_LIMIT);

    assertThat(work.phase()).isEqualTo(Phase.QUIET);
    assertThat(levers.done).endsWith("return reads");
  }

  @Test
  void workThatIsAnnouncedWhileReadsReturnKeepsThemAway() {
    levers.warm = false;
    work.announce(now(), 10_000, false);
    tick(0);
    work.withdraw(now());
    tick(1_000);
    work.announce(now(), 10_000, false);
    levers.warm = true;
    tick(1_000);

    assertThat(work.phase()).isEqualTo(Phase.SHIFTED);
    assertThat(levers.done).containsExactly("shift reads", "warm");
  }

  @Test
  void clientsLeaveAfterTheReadsAndReturnBeforeThem() {
    work.announce(now(), 60_000, true);
    tick(0);
    assertThat(work.state(USE).isDrained()).isTrue();
    work.withdraw(now());
    tick(0);

    assertThat(levers.done)
        .containsExactly("shift reads", "drain clients", "warm", "return clients", "return reads");
    assertThat(work.state(USE).isDrained()).isFalse();
  }

  @Test
  void clientsLeaveOnlyWhenThatIsAskedForAndAlsoLater() {
    work.announce(now(), 60_000, false);
    tick(0);
    assertThat(levers.done).containsExactly("shift reads");

    work.announce(now(), 60_000, true);
    tick(0);
    work.announce(now(), 10_000, false);
    tick(0);

    assertThat(levers.done).containsExactly("shift reads", "drain clients");
  }

  @Test
  void aNodeWhoseReadsStaySaysWhyAndShiftsThemWhenTheObstacleIsGone() {
    peer = shifted(WALL);
    work.announce(now(), 10_000, false);
    tick(0);
    assertThat(work.obstacle()).map(Obstacle::kind).contains(Kind.PEER_SHIFTED);
    assertThat(work.state(USE))
        .isEqualTo(new NodeState(false, true, false, WALL + 1_000, WALL + 11_000, USE));

    peer = NodeState.quiet(OptionalInt.of(10));
    tick(1_000);

    assertThat(work.obstacle()).isEmpty();
    assertThat(levers.done).containsExactly("shift reads");
  }

  @Test
  void readsThatReturnEarlyDoNotLeaveAgainForTheSameWork() {
    mode = ShiftMode.AUTO;
    work.announce(now(), 60_000, true);
    tick(0);
    peer = NodeState.quiet(OptionalInt.of(90));
    tick(1_000);
    assertThat(levers.done)
        .containsExactly("shift reads", "drain clients", "return clients", "return reads");
    assertThat(work.obstacle()).map(Obstacle::kind).contains(Kind.PEER_BUSY);
    assertThat(work.phase()).isEqualTo(Phase.ANNOUNCED);

    peer = NodeState.quiet(OptionalInt.of(10));
    tick(1_000);
    assertThat(work.phase()).isEqualTo(Phase.ANNOUNCED);
    work.withdraw(now());
    work.announce(now(), 60_000, false);
    tick(1_000);

    assertThat(work.phase()).isEqualTo(Phase.SHIFTED);
  }

  @Test
  void theLaterOfTwoGivesWayAndFollows() {
    work.announce(now(), 60_000, false);
    tick(0);
    peer = shifted(WALL);
    tick(1_000);
    assertThat(levers.done).containsExactly("shift reads", "return reads");

    peer = NodeState.quiet(OptionalInt.of(10));
    tick(1_000);

    assertThat(levers.done).containsExactly("shift reads", "return reads", "shift reads");
  }

  @Test
  void readsReturnColdWhenAnotherReplicaIsLost() {
    levers.warm = false;
    work.announce(now(), 10_000, false);
    tick(0);
    work.withdraw(now());
    tick(1_000);
    peerUp = false;
    tick(1_000);

    assertThat(work.phase()).isEqualTo(Phase.QUIET);
    assertThat(levers.done).containsExactly("shift reads", "warm", "return reads");
  }

  @Test
  void withoutTheLeverWorkIsOnlyAnnounced() {
    mode = ShiftMode.OFF;
    work.announce(now(), 10_000, false);
    tick(0);
    assertThat(work.obstacle()).map(Obstacle::detail).contains("severity=off");
    assertThat(work.withdraw(now())).isTrue();
    tick(0);

    assertThat(levers.done).isEmpty();
    assertThat(work.phase()).isEqualTo(Phase.QUIET);
  }

  @Test
  void nothingIsWarmedWithoutTimeForIt() {
    AnnouncedWork cold = new AnnouncedWork(levers, 0);
    levers.warm = false;
    cold.announce(now(), 10_000, false);
    ShiftSettings settings = new ShiftSettings(ShiftMode.ALWAYS, 20, 60, 85);
    OwnNode own = new OwnNode("m", true, true, false, OptionalInt.empty());
    List<PeerView> peers = List.of(new PeerView("b", "node b", true, true, Optional.empty()));
    cold.tick(now(), settings, own, peers);
    cold.withdraw(now());
    cold.tick(now(), settings, own, peers);

    assertThat(levers.done).containsExactly("shift reads", "return reads");
  }

  /** The wall clock of a node may be set while it works. */
  @Test
  void theEndDoesNotDependOnTheWallClock() {
    work.announce(new Moment(0, WALL), 10_000, false);
    millis = 0;
    tick(0);
    ShiftSettings settings = new ShiftSettings(mode, 20, 60, 85);
    OwnNode own = new OwnNode("m", true, true, false, OptionalInt.of(50));
    List<PeerView> peers = List.of(new PeerView("b", "node b", true, true, Optional.of(peer)));
    work.tick(new Moment(9_999, WALL - 3_600_000), settings, own, peers);
    assertThat(work.phase()).isEqualTo(Phase.SHIFTED);
    assertThat(work.state(USE).untilMillis()).isEqualTo(WALL + 10_000);

    work.tick(new Moment(10_000, WALL - 3_600_000), settings, own, peers);

    assertThat(work.phase()).isEqualTo(Phase.QUIET);
  }

  @ParameterizedTest
  @CsvSource({
    "999, false, 1 … 86400 s",
    "86400001, false, 1 … 86400 s",
    "-1, false, 1 … 86400 s",
    "59999, true, '60 … 86400 s, as clients connect again'"
  })
  void otherLengthsAreRefused(long millis, boolean drains, String wanted) {
    assertThatThrownBy(() -> work.announce(now(), millis, drains))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("want work of " + wanted);
    assertThat(work.phase()).isEqualTo(Phase.QUIET);
  }
}
