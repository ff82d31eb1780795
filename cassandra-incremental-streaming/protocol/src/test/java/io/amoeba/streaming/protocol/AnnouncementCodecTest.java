package io.amoeba.streaming.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnnouncementCodecTest {

  private static final UUID PLAN = new UUID(1, 2);
  private static final long SEED = 20_261_121;

  @Test
  void writtenRecordsAreReadAgain() {
    Random random = new Random(SEED);
    for (int i = 0; i < 500; i++) {
      Announcement announcement = RandomAnnouncements.next(random, random.nextInt(64));

      String text = AnnouncementCodec.encode(announcement);

      assertThat(AnnouncementCodec.decode(text)).as("seed " + SEED).isEqualTo(announcement);
    }
  }

  @Test
  void theTextIsShortAndWithoutTheCommasThatCassandraSplitsAt() {
    String text = AnnouncementCodec.encode(RandomAnnouncements.next(new Random(SEED), 256));

    assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(6 * 1024);
    assertThat(text).doesNotContain(",");
  }

  @Test
  void theLargestPlanFitsIntoAGossipValue() {
    SortedSet<Long> tokens = new TreeSet<>();
    for (int i = 0; i < Announcement.MAX_TOKENS; i++) {
      tokens.add(Long.MIN_VALUE + i);
    }

    String text =
        AnnouncementCodec.encode(
            new Announcement(PLAN, Announcement.MAX_EPOCH, tokens, tokens, set(), set()));

    assertThat(text).hasSizeLessThan(FieldText.MAX_LENGTH);
    assertThat(AnnouncementCodec.decode(text).done()).hasSize(Announcement.MAX_TOKENS);
  }

  @Test
  void damagedTextIsRefusedByName() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      String text = AnnouncementCodec.encode(RandomAnnouncements.next(random, random.nextInt(6)));

      Hostility.isRefusedOrRead(
          Hostility.damaged(text, random), AnnouncementCodec::decode, AnnouncementCodec::encode);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2;00000000-0000-0001-0000-000000000002;1;;;;",
        "1;00000000-0000-0001-0000-000000000002;1;;;",
        "1;1-1-1-1-1;1;;;;",
        "1;00000000-0000-0001-0000-000000000002;0;;;;",
        "1;00000000-0000-0001-0000-000000000002;-1;;;;",
        "1;00000000-0000-0001-0000-000000000002;01;;;;",
        "1;00000000-0000-0001-0000-000000000002;9223372036854775807;;;;",
        "1;00000000-0000-0001-0000-000000000002;1;5|5;;;",
        "1;00000000-0000-0001-0000-000000000002;1;6|5;;;",
        "1;00000000-0000-0001-0000-000000000002;1;5;5;;",
        "1;00000000-0000-0001-0000-000000000002;1;5;;5;",
        "1;00000000-0000-0001-0000-000000000002;1;9223372036854775808;;;",
      })
  void textThatContradictsItselfIsRefused(String text) {
    assertThatThrownBy(() -> AnnouncementCodec.decode(text))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageStartingWith("announcement");
  }

  @Test
  void textThatIsTooLongIsRefusedUnread() {
    assertThatThrownBy(() -> AnnouncementCodec.decode("1;".repeat(FieldText.MAX_LENGTH)))
        .isInstanceOf(MalformedTextException.class)
        .hasMessageContaining("at most 60000");
  }

  @Test
  void setsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> new Announcement(PLAN, 1, set(1L), set(2L), set(), set()))
        .hasMessageContaining("settling tokens that are not done: [2]");
    assertThatThrownBy(() -> new Announcement(PLAN, 1, set(), set(), set(1L), set(2L)))
        .hasMessageContaining("confirming tokens that are not pending: [2]");
    assertThatThrownBy(() -> new Announcement(PLAN, 1, set(1L), set(), set(1L), set()))
        .hasMessageContaining("both done and pending: [1]");
  }

  private static SortedSet<Long> set(Long... tokens) {
    return new TreeSet<>(List.of(tokens));
  }
}
