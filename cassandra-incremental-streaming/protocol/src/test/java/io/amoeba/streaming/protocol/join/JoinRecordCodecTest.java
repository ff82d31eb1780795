package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.protocol.Hostility;
import io.amoeba.streaming.protocol.MalformedTextException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JoinRecordCodecTest {

  private static final long SEED = 20_261_121;

  @Test
  void writtenRecordsAreReadAgain() {
    Random random = new Random(SEED);
    for (int i = 0; i < 500; i++) {
      JoinRecord join = random(random);

      assertThat(JoinRecordCodec.decode(JoinRecordCodec.encode(join))).isEqualTo(join);
    }
  }

  @Test
  void damagedTextIsRefused() {
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      Hostility.isRefusedOrRead(
          Hostility.damaged(JoinRecordCodec.encode(random(random)), random),
          JoinRecordCodec::decode,
          JoinRecordCodec::encode);
    }
  }

  @Test
  void aFileThatWasNotWrittenToItsEndIsRefused() {
    String text = JoinRecordCodec.encode(random(new Random(SEED)));

    for (int length = 0; length < text.length(); length++) {
      String part = text.substring(0, length);
      assertThatThrownBy(() -> JoinRecordCodec.decode(part))
          .isInstanceOf(MalformedTextException.class);
    }
  }

  @Test
  void contradictionsAreRefused() {
    UUID plan = new UUID(1, 2);
    List<SortedSet<Long>> steps = List.of(set(1, 2), set(3));

    assertThatThrownBy(() -> new JoinRecord(plan, steps, set(4), set(), 1, false))
        .hasMessageContaining("must be tokens of the plan");
    assertThatThrownBy(() -> new JoinRecord(plan, steps, set(1), set(2), 1, false))
        .hasMessageContaining("settling [2]");
    assertThatThrownBy(() -> new JoinRecord(plan, steps, set(1), set(), 1, true))
        .hasMessageContaining("finished");
    assertThatThrownBy(() -> JoinRecord.fresh(plan, List.of(set(1), set(1))))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> JoinRecord.fresh(plan, List.of()))
        .hasMessageContaining("without tokens");
  }

  private static JoinRecord random(Random random) {
    List<SortedSet<Long>> steps = new ArrayList<>();
    SortedSet<Long> done = new TreeSet<>();
    SortedSet<Long> settling = new TreeSet<>();
    for (int step = 0; step <= random.nextInt(4); step++) {
      SortedSet<Long> tokens = new TreeSet<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        tokens.add(random.nextLong());
      }
      steps.add(tokens);
      if (random.nextBoolean()) {
        done.addAll(tokens);
        settling.addAll(random.nextBoolean() ? tokens : Collections.emptySet());
      }
    }
    return new JoinRecord(
        new UUID(random.nextLong(), random.nextLong()),
        steps,
        done,
        settling,
        random.nextInt(1000),
        false);
  }

  private static SortedSet<Long> set(long... tokens) {
    SortedSet<Long> set = new TreeSet<>();
    for (long token : tokens) {
      set.add(token);
    }
    return set;
  }
}
