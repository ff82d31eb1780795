package io.amoeba.streaming.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TruncationsTest {
  private static final UUID TABLE = new UUID(1, 2);
  private static final UUID OTHER = new UUID(3, 4);
  private static final long SEED = 20_261_128;

  @Test
  void aSecondTruncateOfATableIsNewsThoughTheClockStandsStill() {
    Truncations once = Truncations.NONE.with(TABLE, 100);
    Truncations twice = once.with(TABLE, 100);

    assertThat(twice.after(once).tables()).containsOnlyKeys(TABLE);
    assertThat(twice.after(twice).isEmpty()).isTrue();
    assertThat(once.with(OTHER, 50).after(once).tables()).containsOnlyKeys(OTHER);
  }

  @Test
  void tooManyTablesBecomeAllTables() {
    Truncations many = Truncations.NONE;
    for (int i = 0; i < 10_000; i++) {
      many = many.with(new UUID(i + 10, i), i);
    }

    assertThat(many.tables()).hasSize(Truncations.MOST).containsKey(Truncations.EVERY_TABLE);
    assertThat(MemberStateCodec.encode(state(many)).length()).isLessThan(FieldText.MAX_LENGTH / 2);
    Truncations before = many;
    assertThat(many.with(TABLE, 20_000).after(before).tables())
        .containsKeys(TABLE, Truncations.EVERY_TABLE);
  }

  @Test
  void droppedTablesAndOldTimesAreForgotten() {
    Truncations known = Truncations.NONE.with(TABLE, 100).with(OTHER, 200);

    assertThat(known.keep(table -> true, 150).tables()).containsOnlyKeys(OTHER);
    assertThat(known.keep(TABLE::equals, 0).tables()).containsOnlyKeys(TABLE);
  }

  @Test
  void damagedFileIsRefusedByName() {
    String text = Truncations.NONE.with(TABLE, 100).with(OTHER, 200).encode();
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      Hostility.isRefusedOrRead(
          Hostility.damaged(text, random), Truncations::decode, Truncations::encode);
    }
    assertThatThrownBy(() -> Truncations.decode("1;;00000000")).hasMessageContaining("truncations");
    assertThat(Truncations.decode(text).encode()).isEqualTo(text);
  }

  private static MemberState state(Truncations truncations) {
    return new MemberState("0.1.0", 1, "5.0", new TreeMap<>(), truncations);
  }
}
