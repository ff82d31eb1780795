package io.amoeba.freshreads.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AbsentAnswerTest {
  private final AbsentAnswer absent = new AbsentAnswer(Optional.empty()::equals);

  static Stream<Arguments> answersWithoutAKey() {
    return Stream.of(
        Arguments.of("GET", null),
        Arguments.of("GETRANGE", ""),
        Arguments.of("GETRANGE", new byte[0]),
        Arguments.of("GETRANGE", ByteBuffer.allocate(0)),
        Arguments.of("GETRANGE", new Object()),
        Arguments.of("STRLEN", 0L),
        Arguments.of("EXISTS", 0L),
        Arguments.of("HEXISTS", false),
        Arguments.of("HGETALL", Map.of()),
        Arguments.of("SMEMBERS", Set.of()),
        Arguments.of("LRANGE", List.of()),
        Arguments.of("SMISMEMBER", List.of(false, false)),
        Arguments.of("ZMSCORE", Arrays.asList(null, null)),
        Arguments.of("MGET", List.of(Optional.of("a"), Optional.empty())),
        Arguments.of("HMGET", List.of(Optional.empty())),
        Arguments.of("TYPE", "none"),
        Arguments.of("TTL", -2L),
        Arguments.of("PEXPIRETIME", -2L),
        Arguments.of("BITPOS", -1L),
        Arguments.of("BITCOUNT", 0L),
        Arguments.of("BITFIELD_RO", List.of(0L)));
  }

  static Stream<Arguments> answersOfAKey() {
    return Stream.of(
        Arguments.of("GET", "none"),
        Arguments.of("GET", new Object()),
        Arguments.of("STRLEN", 3L),
        Arguments.of("HEXISTS", true),
        Arguments.of("HGETALL", Map.of("a", "")),
        Arguments.of("SMEMBERS", Set.of("a")),
        Arguments.of("SMISMEMBER", List.of(true, false)),
        Arguments.of("ZSCORE", 0.0),
        Arguments.of("ZSCORE", -2.0),
        Arguments.of("MGET", List.of(Optional.of("a"), Optional.of("b"))),
        Arguments.of("TYPE", "hash"),
        Arguments.of("TTL", -1L),
        Arguments.of("TTL", 0L),
        Arguments.of("BITPOS", 3L),
        Arguments.of("BITFIELD_RO", List.of(0L, 1L)));
  }

  @ParameterizedTest
  @MethodSource("answersWithoutAKey")
  void anAnswerThatAServerWithoutTheKeyGivesIsRecognised(String command, @Nullable Object answer) {
    assertThat(absent.matches(command, answer)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("answersOfAKey")
  void anAnswerThatNeedsTheKeyIsTaken(String command, Object answer) {
    assertThat(absent.matches(command, answer)).isFalse();
  }
}
