package io.amoeba.shift.protocol.turns;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.shift.protocol.work.Moment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns of 10 s with a gap of 2 s: a clock settles within 4 s. */
class TurnClockTest {

  private static final List<String> RACKS = List.of("b", "a");

  private final TurnClock clock = new TurnClock(10_000, 2_000);

  private Turn turnOfA(List<String> racks, long monotonicMillis, long wallMillis) {
    return clock.turn(racks, "a", new Moment(monotonicMillis, wallMillis));
  }

  @Test
  void aRackHasItsTurnByTheWallClock() {
    turnOfA(RACKS, 0, 0);

    assertThat(turnOfA(RACKS, 10_000, 7_999)).isEqualTo(Turn.OWN);
    assertThat(turnOfA(RACKS, 10_000, 8_000)).isEqualTo(Turn.OTHER);
    assertThat(turnOfA(RACKS, 10_000, 12_000)).isEqualTo(Turn.OTHER);
    assertThat(clock.holder(RACKS, new Moment(10_000, 12_000))).contains("b");
    assertThat(clock.holder(RACKS, new Moment(10_000, 9_000))).isEmpty();
    assertThat(clock.turn(RACKS, "unknown", new Moment(10_000, 12_000))).isEqualTo(Turn.OTHER);
  }

  @Test
  void aNodeThatHasJustStartedHasNoTurn() {
    assertThat(turnOfA(RACKS, 500, 0)).isEqualTo(Turn.OTHER);
    assertThat(turnOfA(RACKS, 4_499, 0)).isEqualTo(Turn.OTHER);
    assertThat(turnOfA(RACKS, 4_500, 0)).isEqualTo(Turn.OWN);
  }

  @Test
  void aNodeThatSeesOtherRacksHasNoTurnUntilAllHaveSeenThem() {
    turnOfA(RACKS, 0, 0);
    assertThat(turnOfA(RACKS, 10_000, 0)).isEqualTo(Turn.OWN);
    List<String> more = List.of("a", "b", "c");

    assertThat(turnOfA(more, 10_500, 0)).isEqualTo(Turn.OTHER);
    assertThat(turnOfA(more, 14_499, 0)).isEqualTo(Turn.OTHER);
    assertThat(turnOfA(List.of("c", "b", "a", "a"), 14_500, 0)).isEqualTo(Turn.OWN);
  }

  @Test
  void aWallClockThatIsSetDoesNotUnsettleTurns() {
    turnOfA(RACKS, 0, 1_000_000);

    assertThat(turnOfA(RACKS, 4_000, 0)).isEqualTo(Turn.OWN);
  }

  @Test
  void oneRackTakesNoTurnsNorDoRacksThatShareRanges() {
    assertThat(turnOfA(List.of("a"), 0, 0)).isEqualTo(Turn.NONE);
    assertThat(turnOfA(List.of(), 0, 0)).isEqualTo(Turn.NONE);
    assertThat(clock.holder(List.of("a"), new Moment(60_000, 0))).isEmpty();
  }
}
