package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.freshreads.link.CommandRules.Target;
import io.lettuce.core.cluster.ClusterReadOnlyCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.ValueStreamingOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class CommandRulesTest {
  private final CommandRules rules =
      new CommandRules(ClusterReadOnlyCommands.asPredicate(), /* absentFromReplica= */ false);
  private final CommandRules absenceTrusted =
      new CommandRules(ClusterReadOnlyCommands.asPredicate(), /* absentFromReplica= */ true);

  private static RedisCommand<String, String, ?> command(ProtocolKeyword type, String... args) {
    return command(type, new ArrayOutput<>(StringCodec.UTF8), args);
  }

  private static RedisCommand<String, String, ?> command(
      ProtocolKeyword type, CommandOutput<String, String, ?> output, String... args) {
    CommandArgs<String, String> all = new CommandArgs<>(StringCodec.UTF8);
    for (String arg : args) {
      all.add(arg);
    }
    return new Command<>(type, output, all);
  }

  private static ProtocolKeyword named(String name) {
    return new ProtocolKeyword() {
      @Override
      public byte[] getBytes() {
        return name.getBytes(StandardCharsets.US_ASCII);
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandType.class,
      names = {"GET", "MGET", "HGET", "HGETALL", "SMEMBERS", "ZRANGE", "ZMSCORE", "TTL", "XRANGE"})
  void replicasAnswerReadsThatShowWhetherTheKeyExists(CommandType type) {
    assertThat(rules.target(command(type, "key"))).isEqualTo(Target.REPLICA_OR_PRIMARY);
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandType.class,
      names = {"EVAL_RO", "FCALL_RO", "SINTER", "ZUNION", "XREAD", "SORT_RO", "BF_EXISTS"})
  void replicasAnswerReadsThatHideItOnlyWhereAbsenceIsTrusted(CommandType type) {
    assertThat(rules.target(command(type, "key", "key2"))).isEqualTo(Target.PRIMARY);
    assertThat(absenceTrusted.target(command(type, "key", "key2")))
        .isEqualTo(Target.REPLICA_OR_PRIMARY);
  }

  @Test
  void existsOfSeveralKeysHidesWhichOnesAreMissing() {
    assertThat(rules.target(command(CommandType.EXISTS, "key")))
        .isEqualTo(Target.REPLICA_OR_PRIMARY);
    assertThat(rules.target(command(CommandType.EXISTS, "key", "key2"))).isEqualTo(Target.PRIMARY);
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandType.class,
      names = {"SCAN", "HSCAN", "SSCAN", "ZSCAN", "KEYS", "DBSIZE", "INFO", "TIME"})
  void scansAndCommandsWithoutAKeyStayOnPrimaries(CommandType type) {
    assertThat(absenceTrusted.target(command(type, "key"))).isEqualTo(Target.PRIMARY);
  }

  @ParameterizedTest
  @EnumSource(
      value = CommandType.class,
      names = {
        "SET",
        "DEL",
        "HSET",
        "INCR",
        "GETDEL",
        "GETEX",
        "EVAL",
        "FCALL",
        "SORT",
        "XREADGROUP",
        "PUBLISH",
        "SCRIPT",
        "CLIENT",
        "READWRITE",
        "READONLY",
        "ASKING",
        "FLUSHALL",
        "CONFIG",
        "MULTI",
        "WATCH",
        "AUTH",
        "SELECT",
        "BLPOP",
        "SUBSCRIBE"
      })
  void nothingElseIsSent(CommandType type) {
    assertThat(rules.target(command(type, "key"))).isEqualTo(Target.NONE);
    assertThat(absenceTrusted.target(command(type, "key"))).isEqualTo(Target.NONE);
  }

  /** A new command of lettuce is a write until a list names it. */
  @ParameterizedTest
  @EnumSource(
      value = CommandType.class,
      mode = Mode.MATCH_ANY,
      names = ".*(SET|DEL|ADD|PUSH|POP).*")
  void noCommandThatSoundsLikeAWriteReachesAReplica(CommandType type) {
    assertThat(absenceTrusted.target(command(type, "key"))).isNotEqualTo(Target.REPLICA_OR_PRIMARY);
  }

  @Test
  void answersThatAreStreamedToTheApplicationCannotBeAskedAgain() {
    CommandOutput<String, String, ?> streamed =
        new ValueStreamingOutput<>(StringCodec.UTF8, value -> {});

    assertThat(rules.target(command(CommandType.LRANGE, streamed, "key")))
        .isEqualTo(Target.PRIMARY);
    assertThat(absenceTrusted.target(command(CommandType.LRANGE, streamed, "key")))
        .isEqualTo(Target.PRIMARY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "get", "BITFIELD_RO"})
  void commandsOfTheApplicationCountByName(String name) {
    assertThat(rules.target(command(named(name), "key"))).isEqualTo(Target.REPLICA_OR_PRIMARY);
  }

  @Test
  void aModulesCommandIsSentIfTheApplicationSaysThatItReads() {
    RedisCommand<String, String, ?> command = command(named("GRAPH.RO_QUERY"), "key");
    CommandRules told =
        new CommandRules(
            one -> one.getType().toString().equals("GRAPH.RO_QUERY"),
            /* absentFromReplica= */ false);

    assertThat(rules.target(command)).isEqualTo(Target.NONE);
    assertThat(told.target(command)).isEqualTo(Target.PRIMARY);
  }
}
