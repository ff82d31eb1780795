package io.amoeba.hints.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.selection.RangeKey;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.db.BufferDecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.junit.jupiter.api.Test;

class RangesOfReadTest {

  private static final List<Token> RING =
      List.of(new LongToken(-100), new LongToken(0), new LongToken(100));

  private static AbstractBounds<PartitionPosition> tokens(long left, long right) {
    return Range.makeRowRange(new LongToken(left), new LongToken(right));
  }

  @Test
  void aRangeWithTheSameReplicasStaysWhole() {
    assertThat(RangesOfRead.of(tokens(0, 100), RING)).containsExactly(new RangeKey(0, 100));
    assertThat(RangesOfRead.of(tokens(10, 20), RING)).containsExactly(new RangeKey(10, 20));
  }

  @Test
  void joinedRangesAreTakenApartAtTheRingsTokens() {
    assertThat(RangesOfRead.of(tokens(-150, 50), RING))
        .containsExactly(new RangeKey(-150, -100), new RangeKey(-100, 0), new RangeKey(0, 50));
  }

  @Test
  void theWholeRingEndsWithTheLeastToken() {
    assertThat(RangesOfRead.of(tokens(Long.MIN_VALUE, Long.MIN_VALUE), RING))
        .containsExactly(
            new RangeKey(Long.MIN_VALUE, -100),
            new RangeKey(-100, 0),
            new RangeKey(0, 100),
            new RangeKey(100, RangeKey.END));
    assertThat(RangesOfRead.of(tokens(100, Long.MIN_VALUE), RING))
        .containsExactly(new RangeKey(100, RangeKey.END));
  }

  @Test
  void boundsThatBeginWithAKeyHaveIt() {
    PartitionPosition key = new BufferDecoratedKey(new LongToken(10), ByteBuffer.allocate(1));
    PartitionPosition end = new LongToken(20).maxKeyBound();

    assertThat(RangesOfRead.of(new Bounds<>(key, end), RING)).containsExactly(new RangeKey(9, 20));
  }
}
