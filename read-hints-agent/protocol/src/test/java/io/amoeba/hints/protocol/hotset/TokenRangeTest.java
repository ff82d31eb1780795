package io.amoeba.hints.protocol.hotset;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.hotset.HotSetRequest.TokenRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenRangeTest {

  private final List<String> errors = new ArrayList<>();

  @Test
  void aRangeHasItsRightEndAndNotItsLeftOne() {
    TokenRange range = new TokenRange(10, 20);

    assertThat(range.contains(10)).isFalse();
    assertThat(range.contains(11)).isTrue();
    assertThat(range.contains(20)).isTrue();
    assertThat(range.contains(21)).isFalse();
  }

  @Test
  void aRangeMayGoRoundTheRingOrAllAlongIt() {
    TokenRange round = new TokenRange(20, 10);
    TokenRange all = new TokenRange(10, 10);

    assertThat(round.contains(Long.MAX_VALUE)).isTrue();
    assertThat(round.contains(10)).isTrue();
    assertThat(round.contains(15)).isFalse();
    assertThat(all.contains(10)).isTrue();
    assertThat(all.contains(11)).isTrue();
  }

  @Test
  void textHasEndsBetweenColonsAndRangesBetweenCommas() {
    assertThat(TokenRange.parse("-5:7, 9223372036854775807:-9223372036854775808", errors))
        .containsExactly(new TokenRange(-5, 7), new TokenRange(Long.MAX_VALUE, Long.MIN_VALUE));
    assertThat(TokenRange.parse(" ", errors)).isEmpty();
    assertThat(errors).isEmpty();
  }

  @Test
  void everythingThatIsWrongIsNamedAtOnce() {
    TokenRange.parse("1:2,3,four:5,6:7:8,", errors);

    assertThat(errors)
        .singleElement()
        .asString()
        .contains("want left:right")
        .contains("'3', 'four:5', '6:7:8', ''");
  }

  @Test
  void moreRangesThanARequestCarriesAreRefused() {
    TokenRange.parse("1:2,".repeat(HotSetRequest.MOST_RANGES) + "1:2", errors);

    assertThat(errors).singleElement().asString().contains("1001 are given, want 1000 at most");
  }
}
