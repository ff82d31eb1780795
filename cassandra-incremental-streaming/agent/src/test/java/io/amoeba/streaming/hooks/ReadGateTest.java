package io.amoeba.streaming.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ReadGateTest {

  private static final Token TEN = new LongToken(10);
  private static final Token TWENTY = new LongToken(20);
  private static final Token THIRTY = new LongToken(30);
  private static final List<Token> RING = List.of(TEN, TWENTY, THIRTY);

  @BeforeAll
  static void configure() {
    DatabaseDescriptor.clientInitialization();
  }

  private static List<Token> read(AbstractBounds<PartitionPosition> bounds) {
    return ReadGate.tokens(bounds, RING);
  }

  private static AbstractBounds<PartitionPosition> after(Token left, Token right) {
    return Range.makeRowRange(left, right);
  }

  private static AbstractBounds<PartitionPosition> from(Token left, Token right) {
    return new Bounds<>(left.minKeyBound(), right.maxKeyBound());
  }

  @Test
  void aReadIsAnsweredOnlyIfEachOfItsTokensIsThisNodes() {
    assertThat(ReadGate.foreignToken(List.of(TEN, TWENTY), Set.of(TEN, TWENTY)::contains))
        .isEmpty();
    assertThat(ReadGate.foreignToken(List.of(TEN, TWENTY, THIRTY), Set.of(TEN, THIRTY)::contains))
        .contains(TWENTY);
  }

  @Test
  void aRangeWithinTwoTokensOfTheRingIsJudgedByItsEnd() {
    Token right = new LongToken(17);

    assertThat(read(after(new LongToken(12), right))).containsExactly(right);
    assertThat(read(after(TEN, right))).containsExactly(right);
  }

  @Test
  void aLongRangeIsJudgedByEachRangeOfTheRingThatItTouches() {
    Token right = new LongToken(35);

    assertThat(read(after(new LongToken(5), right))).containsExactly(TEN, TWENTY, THIRTY, right);
    assertThat(read(after(TEN, TWENTY))).containsExactly(TWENTY);
  }

  /** Keys of a token of the ring are in the range that ends there, not in the one that begins. */
  @Test
  void aRangeThatBeginsWithATokensOwnKeysIsJudgedByThatTokenToo() {
    assertThat(read(from(TEN, TWENTY))).containsExactly(TEN, TWENTY);
    assertThat(read(from(TEN, TEN))).contains(TEN);
  }

  @Test
  void aRangeToTheEndOfTheRingIsJudgedByTheRangeRoundIt() {
    Token end = Murmur3Partitioner.instance.getMinimumToken();

    assertThat(read(after(TWENTY, end))).containsExactly(THIRTY, end);
  }
}
