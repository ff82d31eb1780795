package io.amoeba.streaming.protocol.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.member.CoordinatedTruncations.UnderWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CoordinatedTruncationsTest {
  private static final UUID TABLE = new UUID(1, 2);
  private static final UUID HOST = new UUID(5, 6);
  private static final UUID OTHER = new UUID(7, 8);
  private static final UUID PLAN = new UUID(3, 4);

  private final List<Truncations> disk = new ArrayList<>();
  private final CoordinatedTruncations member =
      new CoordinatedTruncations(Truncations.NONE, disk::add);

  private static Optional<Acknowledgement> epoch(long epoch) {
    return Optional.of(new Acknowledgement(PLAN, epoch, 0, 1, 1, false));
  }

  @Test
  void anAnnouncementIsAcknowledgedWhenTheTruncateFromBeforeItHasEnded() {
    assertThat(member.sayable(HOST, epoch(1))).isEqualTo(epoch(1));
    UnderWay before = member.begin(TABLE, 7);
    member.applied(HOST);
    UnderWay after = member.begin(TABLE, 8);

    assertThat(member.sayable(HOST, epoch(2))).isEqualTo(epoch(1));
    assertThat(member.sayable(OTHER, epoch(5))).isEqualTo(epoch(5));

    member.end(before);
    assertThat(member.sayable(HOST, epoch(2))).isEqualTo(epoch(2));
    assertThat(member.answered().tables()).containsEntry(TABLE, 7L);
    member.end(after);
    assertThat(member.answered().tables()).containsEntry(TABLE, 8L);
  }

  @Test
  void aVoidPlanIsGossipedImmediately() {
    Optional<Acknowledgement> voided = Optional.of(new Acknowledgement(PLAN, 0, 0, 1, 1, true));
    member.begin(TABLE, 7);
    member.applied(HOST);

    assertThat(member.sayable(HOST, epoch(1))).isEmpty();
    assertThat(member.sayable(HOST, voided)).isEqualTo(voided);
  }

  @Test
  void aFullDiskFailsTheTruncateAndDelaysNoOtherStatement() {
    CoordinatedTruncations full =
        new CoordinatedTruncations(
            Truncations.NONE,
            next -> {
              throw new IllegalStateException("disk full");
            });
    UnderWay begun = full.begin(TABLE, 7);
    full.applied(HOST);

    assertThatThrownBy(() -> full.end(begun)).hasMessage("disk full");
    assertThat(full.answered().isEmpty()).isTrue();
    assertThat(full.sayable(HOST, epoch(1))).isEqualTo(epoch(1));
  }

  @Test
  void theDiskHasItBeforeItIsSaid() {
    UnderWay begun = member.begin(TABLE, 7);
    member.end(begun);

    assertThat(disk).containsExactly(member.answered());
  }
}
